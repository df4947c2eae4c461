import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { runProgram, UsageError } from '@/server/cli/run-program';
import { type Migration, readMigrations } from '@/server/db/apply-migrations';

const USAGE = `Usage: npm run release -- check

Says whether this tree can be released as the version in package.json: the changelog, the migrations and their fixture, the
licenses of all packages and the bill of materials. Changes nothing.`;

const FIXTURES = '__tests__/fixtures/schemas';

export type Release = {
  version: string;
  lockVersion: string;
  changelog: string;
  migrations: readonly Pick<Migration, 'name' | 'hash'>[];
  /** The schemas of past releases, by version. */
  fixtures: ReadonlyMap<string, string>;
  /** 2026-12-01 */
  today: string;
};

/** What is still to be done before the release, each as a sentence with the next step. */
export function findReleaseFaults(release: Release): string[] {
  return [...versionFaults(release), ...changelogFaults(release), ...migrationFaults(release)];
}

function* versionFaults({ version, lockVersion }: Release): Iterable<string> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) yield `The version ${version} is not like 1.2.3: run npm version.`;
  if (lockVersion !== version)
    yield `package-lock.json says ${lockVersion} and package.json ${version}: run npm install --package-lock-only.`;
}

function* changelogFaults({ version, changelog, today }: Release): Iterable<string> {
  const [, unreleased = '', ...rest] = changelog.split(/^## (?=\[)/m);
  const count = unreleased.match(/^- /gm)?.length ?? 0;
  const [, latest = 'no version', day = ''] = /^\[([^\]]+)\](?: - (\S+))?/.exec(rest[0] ?? '') ?? [];
  if (!unreleased.startsWith('[Unreleased]'))
    yield 'CHANGELOG.md does not begin with "## [Unreleased]": add it.';
  if (count > 0) {
    const raise = latest === version ? `raise the version (${version} has its section), and ` : '';
    yield `CHANGELOG.md has ${count} entries below "Unreleased": ${raise}move them below "## [<version>] - ${today}".`;
  } else if (latest !== version)
    yield `The latest version in CHANGELOG.md is ${latest}, not ${version}: give it a section.`;
  else if (!/^\d{4}-\d\d-\d\d$/.test(day) || day > today)
    yield `The day of ${version} in CHANGELOG.md is "${day}": write today's day, ${today}.`;
}

function* migrationFaults({ version, migrations, fixtures }: Release): Iterable<string> {
  const present = new Map(migrations.map(({ name, hash }) => [name, hash]));
  const isReleased = new Set<string>();
  for (const [past, text] of fixtures) {
    for (const [, name = '', hash] of text.matchAll(
      /^INSERT INTO migrations .*?\('([^']+)', '([\da-f]{64})'/gm,
    )) {
      isReleased.add(name);
      if (present.get(name) !== hash)
        yield `The migration ${name} of version ${past} was changed or removed: restore it, and add a new one.`;
    }
  }
  const added = migrations.filter(({ name }) => !isReleased.has(name));
  if (added.length > 0)
    yield `${added.length} migrations are in no fixture: run node --import tsx ${FIXTURES}/make.ts ${version}, and see the README there.`;
}

const manifest = z.object({ version: z.string() });
const versionIn = (file: string) => manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).version;

export const readRelease = async (): Promise<Release> => ({
  version: versionIn('package.json'),
  lockVersion: versionIn('package-lock.json'),
  changelog: readFileSync('CHANGELOG.md', 'utf8'),
  migrations: await readMigrations(),
  fixtures: new Map(
    readdirSync(FIXTURES)
      .filter((name) => name.endsWith('.sql'))
      .map((name) => [name.slice(0, -4), readFileSync(`${FIXTURES}/${name}`, 'utf8')]),
  ),
  today: new Date().toISOString().slice(0, 10),
});

/** Licenses, the bill of materials, and the migration of every past schema, as their tests check them. */
function testFaults(): string[] {
  const tests = ['__tests__/docs/supply-chain.test.ts', '__tests__/server/db/schema-fixtures.test.ts'];
  const { status } = spawnSync('npm', ['run', '--silent', 'test:one', '--', ...tests], { stdio: 'inherit' });
  return status === 0 ? [] : [`A test failed: ${tests.join(' or ')}.`];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runProgram(async () => {
    const [command, ...rest] = process.argv.slice(2);
    if (command !== 'check' || rest.length > 0) throw new UsageError(USAGE);
    const release = await readRelease();
    const faults = [...findReleaseFaults(release), ...testFaults()];
    for (const fault of faults) process.stderr.write(`error: ${fault}\n`);
    if (faults.length === 0) process.stdout.write(`Version ${release.version} can be released.\n`);
    return faults.length === 0 ? 0 : 1;
  });
}
