import { availableParallelism } from 'node:os';
import { buildSync } from 'esbuild';
import nextJest from 'next/jest.js';
import { leftOut } from './__tests__/setup/databases.js';

const withNext = nextJest({ dir: './' });

const shared = {
  moduleNameMapper: { '^@/(.*)$': '<rootDir>/$1' },
  modulePathIgnorePatterns: ['<rootDir>/.next', '<rootDir>/dist'],
  setupFilesAfterEnv: [
    '<rootDir>/__tests__/setup/fail-on-console.ts',
    '<rootDir>/__tests__/setup/repeat-failed-tests.ts',
  ],
};

/** The compiler of messages as CommonJS, because Jest runs the tests of screens so, and the package has no such form. */
const compilerFolder = 'node_modules/.cache/icu-minify';
buildSync({
  entryPoints: ['compile', 'format'].map((name) => `icu-minify/${name}`),
  outdir: compilerFolder,
  entryNames: '[name]',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
});

/** Screens: components and hooks in jsdom, with a fake network. */
const screens = await withNext({
  ...shared,
  moduleNameMapper: {
    '^icu-minify/(.*)$': `<rootDir>/${compilerFolder}/$1.cjs`,
    ...shared.moduleNameMapper,
  },
  displayName: 'screens',
  testEnvironment: '<rootDir>/__tests__/setup/screen-environment.js',
  testMatch: ['<rootDir>/__tests__/{components,hooks,lib}/**/*.test.{ts,tsx}'],
  setupFilesAfterEnv: [...shared.setupFilesAfterEnv, '<rootDir>/__tests__/setup/screens.ts'],
})();

const database = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite';

/** Server: native ES modules in Node, with a real database per file. */
const server = await withNext({
  ...shared,
  moduleNameMapper: {
    '^@/server/base/worker-file$': '<rootDir>/__tests__/setup/program-file.ts',
    ...shared.moduleNameMapper,
  },
  displayName: database === 'postgres' ? 'server on PostgreSQL' : 'server on PGlite',
  testEnvironment: '<rootDir>/__tests__/setup/server-environment.js',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  testMatch: ['<rootDir>/__tests__/{server,host,docs,drill}/**/*.test.ts'],
  testPathIgnorePatterns: leftOut(database, process.env.TEST_WHOLE_RUN === '1'),
})();

/** Tests of the server wait for threads, processes and disks: with a worker per core, a quarter of the time is idle. */
const maxWorkers = Math.ceil(1.5 * availableParallelism());

const config = {
  projects: [screens, server],
  // A net: no test is measured by it. A machine with other work is five times slower.
  testTimeout: 240_000,
  maxWorkers,
  // Each file of tests leaves 25 MB of modules behind, and as much again that is collected late. A new process costs 3.5 s.
  workerIdleMemoryLimit: '800MB',
  reporters: ['default', '<rootDir>/__tests__/setup/flaky-tests.js'],
};
export default config;
