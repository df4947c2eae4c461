import { parseArgs } from 'node:util';
import { IMPORT_FORMATS } from '@/lib/contract/import';
import { loadEnv } from '@/server/config/env';
import { importList, type ImportRequest } from './import-list';
import { openTarget } from './open-target';
import { asCalled, limitHeapGrowth, readCommandLine, runProgram, UsageError } from './run-program';

const USAGE = `Usage: npm run import -- [options] <file, URL or ->

Adds the products of a file or a folder of files to the directory, or of the README of a repository at GitHub. Safe to repeat: listed products are not added twice.
Works while the site is running.

  --format <name>  ${IMPORT_FORMATS.join(', ')}; detected from the file if not given
  --map <pair>     COLUMN=FIELD: what a column or key is: name, url, text, details, tags, date, ignore, or a declared
                   field; may be given several times. Others are told by their names and contents
  --old-path <col> the column with the paths of the system that you leave, such as permalink, or their pattern, such as
                   /tools/:slug. They lead to the pages here
  --report <file>  write what becomes of every line, as JSON or, if the file ends in .md, as Markdown
  --with-private   also add what its owner has marked as private, as some bookmarks are; left out if not given
  --dry-run        show what would happen, change nothing
  --json           print the result as one line: {added, updated, listed, skipped, links}
  --help           show this text`;

function readArguments(): ImportRequest | 'help' {
  const options = {
    format: { type: 'string' },
    map: { type: 'string', multiple: true },
    'old-path': { type: 'string' },
    'with-private': { type: 'boolean' },
    report: { type: 'string' },
    'dry-run': { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const { values, positionals } = readCommandLine(USAGE, () =>
    parseArgs({ options, allowPositionals: true }),
  );
  if (values.help === true) return 'help';
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new UsageError(
      USAGE,
      positionals.length > 1 ? 'Name one file at a time.' : 'Name a file or a URL, or - for standard input.',
    );
  const format = IMPORT_FORMATS.find((known) => known === values.format);
  if (values.format !== undefined && format === undefined)
    throw new UsageError(USAGE, `Unknown format ${values.format}. Choose from ${IMPORT_FORMATS.join(', ')}.`);
  return {
    file,
    mapped: values.map ?? [],
    oldPath: values['old-path'],
    format,
    withPrivate: values['with-private'] === true,
    reportFile: values.report,
    isDryRun: values['dry-run'] === true,
    isJSON: values.json === true,
  };
}

await runProgram(async () => {
  const request = readArguments();
  if (request === 'help') {
    console.log(asCalled(USAGE));
    return;
  }
  limitHeapGrowth();
  const env = loadEnv();
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  return importList(
    request,
    { env, open: () => openTarget(env) },
    { print: console.log, complain: console.error, progress: process.stderr, stop: stop.signal },
  );
});
