import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const MEGABYTES = 0.5;

/** @throws Error with the output of the test if it fails. */
async function runTest(path: string, env: Record<string, string>): Promise<void> {
  await promisify(execFile)(process.execPath, ['node_modules/jest/bin/jest.js', '--runTestsByPath', path], {
    env: { ...process.env, NODE_OPTIONS: '--experimental-vm-modules --no-warnings', ...env },
  });
}

/** Has every import format read five times as much noise. */
export async function drillImportNoise(): Promise<string> {
  const env = { NOISE_MEGABYTES: String(MEGABYTES) };
  await runTest('__tests__/server/import/formats/robustness.test.ts', env);
  return `${MEGABYTES} MB of each noise: read or refused in time by every format`;
}

const SLOW_TESTS = [
  ['__tests__/server', '__tests__/host'],
  ['__tests__/server/backup.test.ts', '--postgres'],
  ['__tests__/e2e/languages.once.spec.ts'],
];

/**
 * Runs all tests of the server on PGlite, also those that a whole run skips because they are slow, or has on PostgreSQL only,
 * and axe on every page in long texts. `npm run demo -- --build` comes first.
 */
export async function drillSlowTests(): Promise<string> {
  for (const args of SLOW_TESTS) {
    await promisify(execFile)('npm', ['run', '--silent', 'test:one', '--', ...args]);
  }
  return `passed: ${SLOW_TESTS.map((args) => args.join(' ')).join(', ')}`;
}
