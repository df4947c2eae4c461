import { spawn } from 'node:child_process';
import { findOrInstallChromium } from './setup/chromium';
import { startPostgres } from './setup/postgres';

/**
 * Runs all checks and tests, one step after the other, and stops at the first failure.
 * `--check` runs the fast part: types, lint, import rules, unused code, screens and server on PGlite.
 * `--one <paths> [options]` runs only these test files, with the options of their runner: Playwright if the first path
 * is below `__tests__/e2e`, else Jest, on PostgreSQL with `--postgres`.
 */
type Step = { name: string; command: string[]; env?: Record<string, string> };

const bin = (name: string) => `node_modules/.bin/${name}`;
// Native ES modules in Jest need Node's vm modules.
const jestEnv = {
  NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
  NEXT_IGNORE_INCORRECT_LOCKFILE: '1',
};
const jest = ['node', 'node_modules/jest/bin/jest.js'];

const statics: Step[] = [
  { name: 'types', command: [bin('tsc'), '--noEmit'] },
  { name: 'lint', command: [bin('eslint'), '.', '--max-warnings', '0'] },
  { name: 'format', command: [bin('prettier'), '--check', '--log-level', 'warn', '.'] },
  {
    name: 'import rules',
    command: [
      bin('depcruise'),
      '--config',
      '.dependency-cruiser.cjs',
      'pages',
      'components',
      'hooks',
      'lib',
      'server',
      'host',
      '__tests__',
    ],
  },
  { name: 'unused code', command: [bin('knip')] },
];

const onPglite: Step = { name: 'screens, and server on PGlite', command: jest, env: jestEnv };

function run({ name, command: [file = '', ...args], env }: Step): Promise<void> {
  console.log(`\n=== ${name}`);
  const startedAtMs = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', reject);
    child.on('exit', (code) => {
      const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
      console.log(`=== ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
      if (code === 0) resolve();
      else reject(new Error(`${name} failed`));
    });
  });
}

async function runOnPostgres(paths: string[] = []): Promise<void> {
  const postgres = await startPostgres();
  try {
    await run({
      name: 'server on PostgreSQL',
      // The option takes every argument after it for a project.
      command: [...jest, ...paths, '--selectProjects', 'server on PostgreSQL'],
      env: { ...jestEnv, TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url },
    });
  } finally {
    await postgres.stop();
  }
}

function runInChromium(paths: string[] = []): Promise<void> {
  const chromiumPath = findOrInstallChromium();
  console.log(`\nChromium: ${chromiumPath}`);
  return run({
    name: 'end to end in Chromium',
    command: [bin('playwright'), 'test', '--config', '__tests__/e2e/playwright.config.ts', ...paths],
    env: { CHROMIUM_PATH: chromiumPath },
  });
}

/** Jest and Playwright match paths against those of their test files, and take their own options besides. */
async function runOne(args: string[]): Promise<void> {
  const isOnPostgres = args.includes('--postgres');
  const passedOn = args.filter((arg) => arg !== '--postgres');
  const firstPath = passedOn.find((arg) => !arg.startsWith('-'));
  if (!firstPath) throw new Error('Usage: npm run test:one -- <path of a test file> [--postgres] [options]');
  if (/(^|\/)e2e(\/|$)/.test(firstPath)) return runInChromium(passedOn);
  if (isOnPostgres) return runOnPostgres(passedOn);
  return run({ name: 'tests on PGlite', command: [...jest, ...passedOn], env: jestEnv });
}

async function runAll(): Promise<number> {
  const isCheck = process.argv.includes('--check');
  let passed = 0;
  try {
    for (const step of [...statics, onPglite]) {
      await run(step);
      passed += 1;
    }
    if (!isCheck) {
      await runOnPostgres();
      passed += 1;
      await runInChromium();
      passed += 1;
    }
    console.log(`\nsteps: ${passed} passed, 0 failed`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.log(`\nsteps: ${passed} passed, 1 failed`);
    return 1;
  }
}

const [option, ...rest] = process.argv.slice(2);
process.exitCode =
  option === '--one'
    ? await runOne(rest).then(
        () => 0,
        (error: unknown) => {
          console.error(error instanceof Error ? error.message : error);
          return 1;
        },
      )
    : await runAll();
