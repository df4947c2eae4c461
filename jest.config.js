import { availableParallelism } from 'node:os';
import nextJest from 'next/jest.js';

const withNext = nextJest({ dir: './' });

const shared = {
  moduleNameMapper: { '^@/(.*)$': '<rootDir>/$1' },
  modulePathIgnorePatterns: ['<rootDir>/.next', '<rootDir>/dist'],
  setupFilesAfterEnv: [
    '<rootDir>/__tests__/setup/fail-on-console.ts',
    '<rootDir>/__tests__/setup/repeat-failed-tests.ts',
  ],
};

/** Screens: components and hooks in jsdom, with a fake network. */
const screens = await withNext({
  ...shared,
  displayName: 'screens',
  testEnvironment: '<rootDir>/__tests__/setup/screen-environment.js',
  testMatch: ['<rootDir>/__tests__/{components,hooks,lib}/**/*.test.{ts,tsx}'],
  setupFilesAfterEnv: [...shared.setupFilesAfterEnv, '<rootDir>/__tests__/setup/screens.ts'],
})();

/**
 * Tests about one of the databases run only on that database. Tests without a database, and those whose claims are not
 * about what it stores, run only once. In a whole run the latter have PostgreSQL, where a new database is there in a tenth
 * of the time.
 */
const aboutPglite = ['[/-]pglite[^/]*\\.test\\.ts$'];
const aboutPostgres = ['[/-]postgres\\.test\\.ts$'];
const withoutDatabase = [
  '/__tests__/docs/',
  '/__tests__/drill/(measured|mutants)',
  '/__tests__/host/(drain|listen|listen-error|open-files|request-target|signals|site-folder)\\.test',
  '/__tests__/server/(fields|identity|import|policies|presenters|sessions|text|tiles|workers)/',
  '/__tests__/server/cli/(backup|doctor|fill-demo|import|progress|run-program|running-site)\\.test',
  '/__tests__/server/(backup-archive|backup-swap|env|env-parts|ip-address|job-waker|log|mail|map-in-slices|recent-calls|sign-in-env)\\.test',
  '/__tests__/server/db/(advisory-locks|data-dir|database-waits|directory-lock)\\.test',
  '/__tests__/server/search/(edit-distance|highlight|search-filters|search-text)\\.test',
];
const onAnyDatabase = [
  '/__tests__/drill/(fuzz|robot)\\.test',
  '/__tests__/host/(front|page-filters)\\.test',
  '/__tests__/server/(http|images|web)/',
  '/__tests__/server/(authorization|contract-statuses|injection|limits|log-values|rate-limits)\\.test',
  '/__tests__/server/jobs/site-icons\\.test',
  // PGlite is PostgreSQL. On it, a whole run calls the routes below, which change the most tables or read the largest lists.
  '/__tests__/server/routes/(?!(account|account-deletion|algolia-search|appeals|bookmarks|claims|imports|list-filters|members|merges|moderation|moderation-log|moderation-undo|newsletter|product-lists|products|reactions|reports|rings|search-changes|sessions|sign-in-local|submission-edits|submissions|suggestions|tag-merges|tag-tree|vote-counts)\\.test)',
];

/** Slow tests that `npm run drill -- slow-tests` runs instead. */
const slowOnPglite = ['/__tests__/server/cli/backup\\.test'];
const slowOnPostgres = ['/__tests__/server/backup\\.test'];

const isWholeRun = process.env.TEST_WHOLE_RUN === '1';
const ignoredOnPglite = [...aboutPostgres, ...(isWholeRun ? [...onAnyDatabase, ...slowOnPglite] : [])];
const ignoredOnPostgres = [...aboutPglite, ...withoutDatabase, ...(isWholeRun ? slowOnPostgres : [])];

/** Server: native ES modules in Node, with a real database per file. */
const server = await withNext({
  ...shared,
  moduleNameMapper: {
    '^@/server/worker-file$': '<rootDir>/__tests__/setup/program-file.ts',
    ...shared.moduleNameMapper,
  },
  displayName: process.env.TEST_DATABASE === 'postgres' ? 'server on PostgreSQL' : 'server on PGlite',
  testEnvironment: '<rootDir>/__tests__/setup/server-environment.js',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  testMatch: ['<rootDir>/__tests__/{server,host,docs,drill}/**/*.test.ts'],
  testPathIgnorePatterns: process.env.TEST_DATABASE === 'postgres' ? ignoredOnPostgres : ignoredOnPglite,
})();

/** Tests of the server wait for threads, processes and disks: with a worker per core, a quarter of the time is idle. */
const maxWorkers = Math.ceil(1.5 * availableParallelism());

const config = {
  projects: [screens, server],
  testTimeout: 60_000,
  maxWorkers,
  // Each file of tests leaves 20 MB of modules behind, and hooks that make every promise slower. A new process costs 2 s.
  workerIdleMemoryLimit: '400MB',
  reporters: ['default', '<rootDir>/__tests__/setup/flaky-tests.js'],
};
export default config;
