import { Argument, type Command, Option } from 'commander';
import { ERASURE_GROUNDS, type ErasureGround } from '@/lib/contract/report';
import { ROLES } from '@/lib/contract/user';
import type { SettingsImport } from '@/server/cli/settings';

/** The exit code of a command. Undefined: 0. */
export type Status = number | undefined;
type Role = (typeof ROLES)[number];

type AddCommand = (name: string, summary: string, more?: string) => Command;
/** Makes the action of a command of what it runs with its arguments and options. */
type Does = <Words extends unknown[]>(
  run: (...words: Words) => Promise<Status>,
) => (...words: Words) => Promise<void>;

/** Who moderates, and the rarer things that the owner does. */
export function addAdminCommands(command: AddCommand, does: Does): void {
  const admin = command(
    'admin',
    'says who moderates, and looks after the site',
    'Works while the site is running.',
  );
  const adminCommands = async () => (await import('@/server/cli/admin')).ADMIN;
  const member = () => new Argument('<member>', 'an email or @handle');
  admin
    .command('grant')
    .description('grants a role to a member')
    .addArgument(member())
    .addArgument(new Argument('<role>').choices(ROLES))
    .action(does(async (who: string, role: Role) => (await adminCommands()).grant(who, role)));
  admin
    .command('revoke')
    .description('takes a role away from a member, whichever it is if none is named')
    .addArgument(member())
    .addArgument(new Argument('[role]').choices(ROLES))
    .action(does(async (who: string, role?: Role) => (await adminCommands()).revoke(who, role)));
  admin
    .command('erase')
    .description('erases a product for good')
    .argument('<slug>', 'the last part of its path')
    .addArgument(new Argument('<ground>').choices(ERASURE_GROUNDS))
    .action(does(async (slug: string, ground: ErasureGround) => (await adminCommands()).erase(slug, ground)));
  admin
    .command('fields')
    .description('says what a site file would do to the stored values, and changes nothing')
    .argument('[file]', 'default: SITE_FILE')
    .action(does(async (file?: string) => (await adminCommands()).fields(file)));
  const alone = [
    ['mail', 'counts the emails that are not sent'],
    ['messages', 'shows the messages of the contact form that wait'],
    ['log', 'checks the hashes of the moderation log'],
    ['reload', 'has the site show the promos and sponsors that its site file declares now'],
  ] as const;
  for (const [name, text] of alone) {
    admin
      .command(name)
      .description(text)
      .action(does(async () => (await adminCommands())[name]()));
  }
}

/** The settings that admins change in the browser, as a file. */
export function addSettingsCommands(command: AddCommand, does: Does): void {
  const settings = command(
    'settings',
    'reads and writes what admins set in the browser',
    'Works while the site is running.',
  );
  settings
    .command('export')
    .description('prints what is stored as JSON, without secrets and images')
    .action(does(async () => (await import('@/server/cli/settings')).exportSettings()));
  settings
    .command('import')
    .description(
      'stores the settings of such a file as one change, which can be undone in the browser. Others stay as they are; null stores nothing, so that the default holds',
    )
    .argument('<file>', 'JSON: {"settings": {"NEXT_PUBLIC_SITE_NAME": "…"}}')
    .addOption(new Option('--dry-run', 'shows what would change, and changes nothing'))
    .action(
      does(async (file: string, options: SettingsImport) =>
        (await import('@/server/cli/settings')).importSettings(file, options),
      ),
    );
}
