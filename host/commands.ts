import { existsSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { IMPORT_FORMATS } from '@/lib/contract/import';
import { LOG_LEVELS } from '@/server/config/env-checks';
import { listURLOf } from '@/server/import/list-url';
import { isInProject, runProgram, UsageError } from '@/server/cli/run-program';
import type { ImportOptions } from '@/server/cli/import';
import type { LogOptions } from '@/server/cli/log';
import type { IssueOptions } from '@/server/cli/newsletter';
import type { RestoreOptions } from '@/server/cli/restore';
import { addAdminCommands, addSettingsCommands, type Status } from './admin-commands';
import { reportMistakes, unknownCommand } from './command-mistakes';
import { VERSION } from '@/server/version';

/**
 * Every command of the terminal, with its help. A command loads its code when it runs.
 *
 * @param end takes the exit code of the command that has run.
 */
export function createCommands(end: (status: Status) => void): Command {
  /** commander passes the arguments, then the options. */
  const does =
    <Words extends unknown[]>(run: (...words: Words) => Promise<Status>) =>
    async (...words: Words) =>
      end(await run(...words));

  const listgrove = new Command(isInProject() ? 'npm run listgrove --' : 'listgrove')
    .description(
      'Makes the current folder the site of a community directory. Its configuration is in .env and site.json, and what is stored in ./data, unless .env names other places.',
    )
    .version(VERSION, '-V, --version', 'shows the version')
    .argument(
      '[list]',
      'a file, or a web address such as https://github.com/owner/awesome-list: makes the current folder a site if it is none, adds the products of the list, and serves it',
    )
    .action(
      does(async (list: string | undefined) => {
        if (list === undefined) throw new UsageError(listgrove.helpInformation().trim());
        if (!listURLOf(list) && !existsSync(list)) throw unknownCommand(listgrove, list);
        const status = await (await import('./init')).importList(list);
        return status === 0 ? start({}) : status;
      }),
    );
  const command = (name: string, summary: string, more = '') =>
    listgrove
      .command(name)
      .summary(summary)
      .description([summary.slice(0, 1).toUpperCase() + summary.slice(1), more].filter(Boolean).join('. '));

  command(
    'init',
    'writes .env, with secrets of its own, and site.json',
    'Files that are there stay as they are.',
  ) //
    .action(does(async () => (await import('./init')).init()));

  command(
    'start',
    'serves the site',
    'In a folder without a configuration, writes one first, as init does. A site without an admin prints a link that makes you the admin.',
  )
    .addOption(new Option('--dev', 'serves the sources of the project').hideHelp())
    .action(does(start));

  command('server', 'serves only the API, for a site whose pages are served elsewhere') //
    .action(does(async () => (await import('./api')).serveAPI()));

  command(
    'import',
    'adds products from a list, also while the site runs',
    'Safe to repeat: listed products are not added twice.',
  )
    .argument('<list>', 'a file, a folder of files, a web address, or - for standard input')
    .addOption(
      new Option('--format <name>', 'detected from the file if not given').choices([...IMPORT_FORMATS]),
    )
    .option(
      '--map <pair>',
      'COLUMN=FIELD: what a column or key is: name, url, text, details, tags, date, ignore, or a declared field; may be given several times. Others are told by their names and contents',
      (pair: string, pairs: string[] | undefined) => [...(pairs ?? []), pair],
    )
    .option(
      '--old-path <column>',
      'the column with the paths of the system that you leave, such as permalink, or their pattern, such as /tools/:slug. They lead to the pages here',
    )
    .option(
      '--report <file>',
      'write what becomes of every line, as JSON or, if the file ends in .md, as Markdown',
    )
    .option('--with-private', 'also add what its owner has marked as private, as some bookmarks are')
    .option('--dry-run', 'show what would happen, change nothing')
    .option('--json', 'print the result as one line: {added, updated, listed, skipped, links}')
    .action(
      does(async (list: string, options: ImportOptions) =>
        (await import('@/server/cli/import')).runImport(list, options),
      ),
    );

  addAdminCommands(command, does);
  addSettingsCommands(command, does);

  command(
    'backup',
    'writes everything that is stored into one file, also while the site runs',
    'That is the database and the images. Set BACKUP_PASSPHRASE to add the session keys, encrypted by it; without them, members sign in again after a restore. The configuration (.env, the site file) is not part of it.',
  )
    .argument('[file]', 'default: <time>.by-hand.backup in BACKUP_DIR, or in ./backups')
    .action(does(async (file: string | undefined) => (await import('@/server/cli/backup')).backUp(file)));

  command(
    'restore',
    'restores such a file',
    'Into DATA_DIR, or with DATABASE_URL into an empty database of PostgreSQL. Stop the site before. The whole file is checked first; nothing is changed if it is damaged or from a newer version. BACKUP_PASSPHRASE opens the session keys of the backup; without them, members sign in again.',
  )
    .argument('<file>', 'a backup')
    .option(
      '--replace',
      'replaces the database in DATA_DIR, which is kept beside the new one, under another name',
    )
    .addOption(
      new Option(
        '--verify',
        'restores into a temporary folder instead, compares the rows, and deletes it again',
      ).conflicts('replace'),
    )
    .action(
      does(async (file: string, options: RestoreOptions) =>
        (await import('@/server/cli/restore')).restoreBackup(file, options),
      ),
    );

  command(
    'doctor',
    'checks the configuration and every service, and says what to do next',
    'Prints a line for each check: what is well, what may become a problem, and what is broken, with the next step. Changes nothing that is stored. Run it as the user that runs the site. Exits with 1 if something is broken.',
  ).action(does(async () => (await import('@/server/cli/doctor')).examineSite()));

  command(
    'config',
    'prints what was understood of the configuration, and from where, without secrets',
    'Exits with 1 if the site would not start with it.',
  ).action(does(async () => (await import('@/server/cli/config')).printConfig()));

  command(
    'log',
    'makes the log readable',
    'The site writes one JSON object per line on standard output. Pipe them here: journalctl -u listgrove -o cat -f | listgrove log',
  )
    .argument('[file]', 'default: standard input')
    .addOption(
      new Option('--level <name>', 'the lowest level that is shown').choices(LOG_LEVELS).default('trace'),
    )
    .option('--request <id>', 'only the lines of this request, whose id error pages show')
    .action(
      does(async (file: string | undefined, options: LogOptions) =>
        (await import('@/server/cli/log')).readLog(file, options),
      ),
    );

  const newsletter = command(
    'newsletter',
    'sends, shows or tries the weekly issue',
    'Works while the site is running.',
  );
  newsletter
    .command('weekly')
    .description("queues this week's issue for every subscriber; the running site sends it")
    .option('--dry-run', 'shows the issue and how many would get it, and changes nothing')
    .option('--to <email>', 'sends the issue to this email alone, to look at it')
    .action(
      does(async (options: IssueOptions) => (await import('@/server/cli/newsletter')).sendWeekly(options)),
    );
  newsletter
    .command('uncertain')
    .description(
      'counts the deliveries of the latest issue, and lists the emails that may or may not have got theirs: the site was stopped while it sent them, and does not send them again',
    )
    .action(does(async () => (await import('@/server/cli/newsletter')).showUncertain()));

  command('reindex', 'rebuilds the search index', 'Safe to repeat.') //
    .action(does(async () => (await import('@/server/cli/reindex')).reindex()));

  reportMistakes(listgrove);
  return listgrove;
}

async function start({ dev }: { dev?: boolean }): Promise<Status> {
  // React and Next.js ask for it when they are loaded.
  if (!dev) Object.assign(process.env, { NODE_ENV: 'production' });
  const { initEmptyFolder } = await import('./init');
  for (const line of dev ? [] : await initEmptyFolder('.', process.env)) console.log(line);
  return (await import('./site')).serveSite({ isDevelopment: dev === true });
}

/** Runs the command that this process was started with. */
export const runCommands = (): Promise<void> =>
  runProgram(async () => {
    let status: Status;
    try {
      await createCommands((ended) => (status = ended)).parseAsync();
    } catch (error) {
      // The help or the version was shown.
      if (!(error instanceof CommanderError)) throw error;
    }
    return status;
  });
