import { readdirSync, readFileSync } from 'node:fs';
import {
  aboutPglite,
  aboutPostgres,
  leftOut,
  onBoth,
  programsOnPglite,
  withoutDatabase,
} from '../setup/databases';

/** What only a test about the database itself names: locks, plans, catalogs, waits, the client, migrations. */
const aboutTheDatabase = new RegExp(
  [
    'FOR (UPDATE|SHARE|NO KEY|KEY SHARE)|SKIP LOCKED|LOCK TABLE|[Dd]eadlock|40P01|40001|ISOLATION LEVEL',
    "EXPLAIN|setup/(query-plan|count-blocks|skewed-rows|migration-folder|schema-text)'|SET enable_",
    'pg_(sleep|stat|locks|terminate|backend|class|index|attribute|constraint|trigger|get_(constraint|index)def)',
    'information_schema|\\b(LISTEN|NOTIFY) [a-z]',
    "server/db/(client|limited-pool|migrate|pglite\\S*|postgres|replicas)'",
  ].join('|'),
);
/** Opens the database that all tests of a run share. */
const opensTheDatabase = /setup\/(test-database|test-app)'/;
/** Name something of the database, and claim nothing about it. */
const exempt = ['__tests__/server/foreign-loads.test.ts'];

const tests = ['server', 'host', 'docs', 'drill'].flatMap((folder) =>
  readdirSync(`__tests__/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `__tests__/${folder}/${name}`),
);
const textOf = (path: string) => readFileSync(path, 'utf8').replaceAll(/^import type .*$/gm, '');
const isOneOf = (patterns: string[]) => (path: string) =>
  patterns.some((pattern) => new RegExp(pattern).test(`/${path}`));
const runsOn = (database: 'pglite' | 'postgres', isWholeRun: boolean) => {
  const isLeftOut = isOneOf(leftOut(database, isWholeRun));
  return tests.filter((path) => !isLeftOut(path));
};

it('has every test about the database on both databases', () => {
  const about = tests.filter((path) => aboutTheDatabase.test(textOf(path)));
  expect(about.length).toBeGreaterThan(25);
  const isExpected = isOneOf([...aboutPglite, ...aboutPostgres, ...withoutDatabase, ...onBoth]);
  expect(about.filter((path) => !isExpected(path) && !exempt.includes(path))).toEqual([]);
});

it('counts no test as one without a database that opens it', () => {
  const once = tests.filter((path) => isOneOf(withoutDatabase)(path) && !isOneOf(programsOnPglite)(path));
  expect(once.filter((path) => opensTheDatabase.test(textOf(path)))).toEqual([]);
});

it('leaves out no test in a whole run, and has those of the list on both databases', () => {
  const [onPglite, onPostgres] = [runsOn('pglite', true), runsOn('postgres', true)];
  const slow = ['__tests__/server/cli/backup.test.ts'];
  expect(tests.filter((path) => !onPglite.includes(path) && !onPostgres.includes(path))).toEqual(slow);
  expect(runsOn('pglite', false)).toEqual(tests.filter((path) => !isOneOf(aboutPostgres)(path)));
  const twice = onPglite.filter((path) => onPostgres.includes(path));
  expect(twice.length).toBeGreaterThan(40);
  expect(twice.filter((path) => !isOneOf(onBoth)(path))).toEqual([]);
});

it.each([...aboutPglite, ...aboutPostgres, ...withoutDatabase, ...onBoth])('finds tests by %s', (pattern) => {
  expect(tests.filter(isOneOf([pattern]))).not.toEqual([]);
});
