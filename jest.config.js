import nextJest from 'next/jest.js';

const withNext = nextJest({ dir: './' });

const shared = {
  moduleNameMapper: { '^@/(.*)$': '<rootDir>/$1' },
  modulePathIgnorePatterns: ['<rootDir>/.next', '<rootDir>/dist'],
  setupFilesAfterEnv: ['<rootDir>/__tests__/setup/fail-on-console.ts'],
};

/** Screens: components and hooks in jsdom, with a fake network. */
const screens = await withNext({
  ...shared,
  displayName: 'screens',
  testEnvironment: '<rootDir>/__tests__/setup/screen-environment.js',
  testMatch: ['<rootDir>/__tests__/{components,hooks,lib}/**/*.test.{ts,tsx}'],
  setupFilesAfterEnv: [...shared.setupFilesAfterEnv, '<rootDir>/__tests__/setup/screens.ts'],
})();

/** Tests about one of the databases run only on that database, those without a database only once. */
const aboutPglite = ['/pglite[^/]*\\.test\\.ts$'];
const aboutPostgres = ['[/-]postgres\\.test\\.ts$'];
const withoutDatabase = [
  '/__tests__/docs/',
  '/__tests__/host/signals\\.test',
  '/__tests__/server/(import/formats|workers)/',
];

/** Server: native ES modules in Node, with a real database per file. */
const server = await withNext({
  ...shared,
  displayName: process.env.TEST_DATABASE === 'postgres' ? 'server on PostgreSQL' : 'server on PGlite',
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  testMatch: ['<rootDir>/__tests__/{server,host,docs,drill}/**/*.test.ts'],
  testPathIgnorePatterns:
    process.env.TEST_DATABASE === 'postgres' ? [...aboutPglite, ...withoutDatabase] : aboutPostgres,
})();

const config = { projects: [screens, server], testTimeout: 30_000, maxWorkers: '100%' };
export default config;
