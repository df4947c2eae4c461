import { jest } from '@jest/globals';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { createCommands } from '@/host/commands';
import { readEnvText, requireKnownNames } from '@/server/config/env-file';
import { readServingEnv, VARIABLE_NAMES } from '@/server/config/env';
import { explain, UsageError } from '@/server/cli/run-program';

/** What a start says about a file `.env`. Undefined: it starts. */
function sentenceAbout(written: string): string | undefined {
  try {
    const variables = readEnvText(written, '.env');
    requireKnownNames(variables, [], VARIABLE_NAMES);
    const values = Object.fromEntries(variables.map(({ name, value }) => [name, value]));
    readServingEnv({ NEXT_PUBLIC_SITE_URL: 'https://tools.example.com', ...values });
  } catch (error) {
    return explain(error);
  }
  return undefined;
}

const wrongFiles: [written: string, mend: RegExp][] = [
  // What can be read in two ways, or not at all.
  ['NEXT_PUBLIC_SITE_NAME=We are # 1', /line 1: .* Write NEXT_PUBLIC_SITE_NAME="…"/],
  ['PORT=3000 # the port', /or put the comment on a line of its own/],
  ['\n\nPORT', /line 3: this is no variable\. Write NAME=value/],
  ['PORT: 3000', /Write NAME=value/],
  ['// a comment', /or # before a comment/],
  ['set PORT=3000', /Write NAME=value/],
  ['MAIL_FROM="The site', /begins with a quote that has no end\. Add the second quote/],
  ["NEXT_PUBLIC_SITE_NAME='It's'", /Put the whole value in quotes of another kind/],
  ['MAIL_FROM="The site" <a@b.example>', /Put the whole value in quotes/],
  ['NEXT_PUBLIC_SITE_NAME=“Tools”', /Write straight ones/],
  ['PORT=3000\nPORT=4000', /line 2: PORT has another value on line 1\. Keep one/],
  // Names that are almost known.
  ['SITE_COLOUR=#2563eb', /Write SITE_COLOR, or remove it/],
  ['SITE_NAME=Tools', /Write NEXT_PUBLIC_SITE_NAME/],
  ['NEXT_PUBLIC_SITE_COLOR=#2563eb', /Write SITE_COLOR/],
  ['port=3000', /Write PORT/],
  ['DATABASE_URI=postgres://localhost/a', /Write DATABASE_URL/],
  ['GOOGLE_CLIENT_ID=a', /Write GOOGLE_CLIENT_IDS/],
  ['ADMIN_EMAIL=a@b.example', /Write ADMIN_EMAILS/],
  ['SESSION_KEY=a', /Write SESSION_KEYS/],
  ['SMPT_URL=smtp://a', /Write SMTP_URL/],
  ['BACKUP-DIR=./backups', /Write BACKUP_DIR/],
  // Values that cannot be right.
  ['PORT=eighty', /PORT is "eighty" but must be a whole number .* for example 3000/],
  ['PORT=70000', /from 0 to 65535/],
  ['APP_ENV=prod', /one of development, demo, production/],
  ['SITE_COLOR=blue', /a color like #2563eb/],
  ['SITE_COLOR=2563eb', /a color like #2563eb/],
  ['SITE_VERIFICATION=AbC123', /a list of name=content .* for example google-site-verification=AbC123/],
  ['SITE_VERIFICATION=refresh=0', /one of the names google-site-verification, msvalidate\.01/],
  ['SITE_VERIFICATION=google-site-verification="><script>', /a list of name=content/],
  ['SITE_LANGUAGE=english_us', /a language tag of BCP 47, for example en/],
  ['NEXT_PUBLIC_SITE_URL=tools.example.com', /must be an http\(s\) URL, for example https:/],
  ['NEXT_PUBLIC_SITE_URL=', /NEXT_PUBLIC_SITE_URL is missing.*set it to the public URL/],
  ['NEXT_PUBLIC_SITE_NOUN=account', /for example tool/],
  ['NEXT_PUBLIC_SITE_SOCIAL=https://github.com/a', /a JSON list like \[\{"name"/],
  ['NEXT_PUBLIC_SITE_LAYOUT=grid', /one of rows, cards/],
  ['NEXT_PUBLIC_SITE_SCHEMA_TYPE=https://schema.org/Book', /for example Book/],
  ['DATABASE_URL=localhost:5432/a', /must start with postgres:\/\//],
  ['DATABASE_URL=postgres://user:p#w@localhost/a', /%23 for #/],
  ['DATABASE_REPLICA_URLS=postgres://a/b', /needs DATABASE_URL/],
  ['SMTP_URL=smtp://mail.example', /Set MAIL_FROM as well/],
  ['SMTP_URL=smtp://mail.example\nMAIL_FROM=the site', /for example The site <hello@example.com>/],
  ['ADMIN_EMAILS=ada', /write, for example, ada@example.com/],
  ['SIGN_UP=domains', /for example SIGN_UP_DOMAINS=example.com/],
  ['SESSION_KEYS=secret', /openssl rand -base64 32/],
  ['METRICS_TOKEN=short', /openssl rand -hex 32/],
  ['S3_BUCKET=images', /Set S3_ENDPOINT and S3_REGION/],
  ['OIDC_ISSUER=https://login.example.com', /so set .* too/],
  ['UNLIMITED_ADDRESSES=10.0.0.0/8', /write, for example, 10.0.0.5/],
  ['NEXT_PUBLIC_GA_ID=123', /for example G-ABC123/],
  ['NEXT_PUBLIC_GTM_ID=G-ABC123', /for example GTM-ABC123/],
  ['ANALYTICS=google', /one of off, plausible, umami, .* for example plausible/],
  ['ANALYTICS_ID=a.example', /ANALYTICS names no service: set it to one of plausible.*or to off/],
  ['ANALYTICS_URL=https://a.example', /ANALYTICS names no service/],
  ['ANALYTICS=plausible', /ANALYTICS_ID is missing: with ANALYTICS=plausible, it is the domain/],
  [
    'ANALYTICS=plausible\nANALYTICS_ID=https://a.example',
    /must be the domain .* for example tools\.example\.com/,
  ],
  ['ANALYTICS=umami\nANALYTICS_ID=1', /must be the website id of Umami, for example 94db/],
  ['ANALYTICS=matomo\nANALYTICS_ID=a\nANALYTICS_URL=https://a.example', /the number of the site in Matomo/],
  [
    'ANALYTICS=matomo\nANALYTICS_ID=1',
    /ANALYTICS_URL is missing: .* the address of Matomo, for example https/,
  ],
  [
    'ANALYTICS=matomo\nANALYTICS_ID=1\nANALYTICS_URL=https://a.example/matomo.php',
    /the address of Matomo with nothing after its path/,
  ],
  ['ANALYTICS=goatcounter', /set either ANALYTICS_ID, .* or ANALYTICS_URL/],
  ['ANALYTICS=goatcounter\nANALYTICS_ID=a\nANALYTICS_URL=https://a.example', /set either ANALYTICS_ID/],
  ['ANALYTICS=fathom\nANALYTICS_ID=a b', /the id of the site in Fathom, for example ABCDEFGH/],
  ['ANALYTICS=posthog\nANALYTICS_ID=phx_1', /which begins with phc_/],
  ['ANALYTICS=script', /it is the address of the script, for example https/],
  [
    'ANALYTICS=script\nANALYTICS_ID=1\nANALYTICS_URL=https://a.example/a.js',
    /write it into ANALYTICS_ATTRIBUTES/,
  ],
  ['ANALYTICS=script\nANALYTICS_URL=http://a.example/a.js', /must begin with https:\/\/, because/],
  ['ANALYTICS=script\nANALYTICS_URL=a.js', /ANALYTICS_URL is "a\.js" but must be an http\(s\) URL/],
  [
    'ANALYTICS=script\nANALYTICS_URL=https://a.example/a.js\nANALYTICS_ORIGINS=a.example',
    /ANALYTICS_ORIGINS is "a\.example" but must be/,
  ],
  [`ANALYTICS_ATTRIBUTES='[{"name": "onload", "value": "x"}]'`, /attributes that begin with data-, like/],
  ['ANALYTICS_ATTRIBUTES=data-key', /a JSON list of attributes/],
  ['PORT=a\nLOG_LEVEL=loud', /PORT is [^\n]*\nLOG_LEVEL is "loud" but must be one of/],
];

it.each(wrongFiles)('says how to mend %j', (written, mend) => {
  const sentence = sentenceAbout(written);
  expect(sentence).toMatch(mend);
  expect(sentence).toMatch(/^[^]*[.=?']$/);
  expect(sentence).not.toMatch(/p#w|Something went wrong|\n {4}at /);
});

it.each([
  ['SITE_COLOR=#2563eb', '#2563eb'],
  ['SITE_COLOR= #2563eb ', '#2563eb'],
  ['A=C# Tools', 'C# Tools'],
  ['A="We are # 1" # a comment', 'We are # 1'],
  ["A='C# \\n'", 'C# \\n'],
  ['A="one\\ntwo"', 'one\ntwo'],
  ['A="one\ntwo"\n', 'one\ntwo'],
  ['export A=$HOME/`x`', '$HOME/`x`'],
  ['\uFEFFA = b\r\n# c\r\n', 'b'],
  ['A=\nA=b', 'b'],
  ['A=b\nA=', 'b'],
])('reads %j as it was written', (written, value) => {
  expect(readEnvText(written, '.env')).toMatchObject([{ value }]);
});

it('takes names that are not like those of the site for those of other programs', () => {
  const written = readEnvText('POSTGRES_PASSWORD=a\nNODE_OPTIONS=b\nCOMPOSE_PROJECT_NAME=c', '.env');
  const environment = [
    ...['HOSTNAME', 'GITHUB_JOB', 'XDG_DATA_DIRS', 'HOSTS', 'npm_config_registry', 'LOGNAME'],
    ...['DATABASE_SSL', 'DATABASE_POOL_MIN', 'KUBERNETES_PORT', 'S3_BUCKET_NAME', '__NEXT_PROCESSED_ENV'],
  ];
  expect(() => requireKnownNames(written, environment, VARIABLE_NAMES)).not.toThrow();
  expect(() => requireKnownNames([], ['DATABASE_URLS'], VARIABLE_NAMES)).toThrow(
    /The environment: .* DATABASE_URL/,
  );
});

/** Parses a command line. @returns the mistake that it names, and whether a command ran. */
async function run(...words: string[]) {
  let hasRun = false;
  const commands = createCommands(() => (hasRun = true));
  const error: unknown = await commands
    .parseAsync(['node', 'listgrove', ...words])
    .catch((thrown: unknown) => thrown);
  return { error, hasRun };
}

const wrongLines: [line: string, mend: RegExp][] = [
  ['', /Usage:[^]*import/],
  ['imprt', /There is no command and no file named imprt\. Did you mean import\?/],
  ['imprt list.md', /Did you mean import\?/],
  ['frobnicate', /The commands are: init, start/],
  ['README.md b.md', /Leave out b\.md/],
  ['start --prot', /There is no option --prot\. The options are: .*--help/],
  ['start now', /Leave out now/],
  ['reindex --dry-run', /There is no option --dry-run/],
  ['import', /<list> is missing: a file, a folder of files, a web address, or - for standard input/],
  ['import --formt csv a.md', /Did you mean --format\?/],
  ['import --format xml a.md', /--format <name> is one of markdown, .*, and not xml/],
  ['import --map', /--map <pair>/],
  ['import a.md b.md', /Leave out b\.md/],
  ['admin', /Name one of the commands: grant/],
  ['admin grnt', /Did you mean grant\?/],
  ['admin grant', /<member> is missing: an email or @handle/],
  ['admin grant @ada king', /<role> is one of member, moderator, admin, and not king/],
  ['admin erase ada fun', /<ground> is one of/],
  ['admin mail @ada', /Leave out @ada/],
  ['restore', /<file> is missing: a backup/],
  ['restore a --replace --verify', /Leave one of them out/],
  ['newsletter weakly', /Did you mean weekly\?/],
  ['newsletter weekly --to', /--to <email>/],
  ['log --level loud', /--level <name> is one of fatal/],
];

it.each(wrongLines)('says how to mend `listgrove %s`', async (line, mend) => {
  const { error, hasRun } = await run(...line.split(' ').filter(Boolean));
  expect(hasRun).toBe(false);
  expect(error).toBeInstanceOf(UsageError);
  expect(explain(error)).toMatch(mend);
});

it('has at least sixty', () => expect(wrongFiles.length + wrongLines.length).toBeGreaterThanOrEqual(60));

const listCommands = (command: Command): string[][] => [
  ...(command.parent ? [pathOf(command)] : [[]]),
  ...command.commands.flatMap(listCommands),
];
const pathOf = (command: Command): string[] =>
  command.parent ? [...pathOf(command.parent), command.name()] : [];

it('describes every command, and does nothing else', async () => {
  const project = process.cwd();
  const folder = await mkdtemp(join(tmpdir(), 'help-'));
  const shown = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    process.chdir(folder);
    const paths = listCommands(createCommands(() => undefined));
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths) {
      for (const option of ['--help', '-h']) {
        shown.mockClear();
        const { error, hasRun } = await run(...path, option);
        expect([path, hasRun, error instanceof CommanderError]).toEqual([path, false, true]);
        expect(shown.mock.calls.join('')).toMatch(new RegExp(`^Usage: listgrove ${path.join(' ')}`));
      }
    }
    expect(await readdir(folder)).toEqual([]);
  } finally {
    shown.mockRestore();
    process.chdir(project);
    await rm(folder, { recursive: true });
  }
});
