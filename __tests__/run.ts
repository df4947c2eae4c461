import { spawn, type StdioOptions } from 'node:child_process';
import { bundlePrograms } from './setup/bundle-programs';
import { findOrInstallChromium } from './setup/chromium';
import { createTemplate, startPostgres } from './setup/postgres';
import { CODE_FOLDERS } from '@/host/texts/code-folders';

/**
 * Runs all checks and tests, and stops at the first step that fails: the checks of the sources and the build at the
 * same time, because each of them uses one core, then the tests one after the other, because they use every core.
 * `--check` runs the fast part: types, lint, format, import rules, unused code, screens and server on PGlite.
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
/** A whole run repeats a failed test once. The tests in Chromium are repeated by the configuration of Playwright. */
const repeated = { TEST_RETRIES: '1' };
/** A run on both databases runs tests that do not depend on the database on one of them only, and leaves slow tests to a drill. */
const whole = { ...repeated, TEST_WHOLE_RUN: '1' };

const types: Step = { name: 'types', command: [bin('tsc'), '--noEmit'] };
const lint: Step = { name: 'lint', command: [bin('oxlint')] };
const format: Step = { name: 'format', command: [bin('prettier'), '--check', '--log-level', 'warn', '.'] };
const importRules: Step = {
  name: 'import rules',
  command: [bin('depcruise'), '--config', '.dependency-cruiser.cjs', ...CODE_FOLDERS, '__tests__'],
};
const unusedCode: Step = { name: 'unused code', command: [bin('knip')] };
/** What the end-to-end tests are served from. */
const build: Step = { name: 'build', command: ['npm', 'run', '--silent', 'demo', '--', '--build'] };

const onPglite: Step = { name: 'screens, and server on PGlite', command: jest };

/** @param isAlone a step beside others prints its output at the end, together. */
function run({ name, command: [file = '', ...args], env }: Step, isAlone = true): Promise<void> {
  if (isAlone) console.log(`\n=== ${name}`);
  const startedAtMs = performance.now();
  return new Promise((resolve, reject) => {
    const stdio: StdioOptions = isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(file, args, { stdio, env: { ...process.env, ...env } });
    const output: Buffer[] = [];
    child.stdout?.on('data', (part: Buffer) => output.push(part));
    child.stderr?.on('data', (part: Buffer) => output.push(part));
    child.on('error', reject);
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
      if (!isAlone) process.stdout.write(`\n=== ${name}\n${Buffer.concat(output).toString()}`);
      console.log(`=== ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
      if (code === 0) resolve();
      else reject(new Error(`${name} failed`));
    });
  });
}

/**
 * Runs rows of steps at the same time, and the steps of a row one after the other.
 *
 * @throws AggregateError with a message per row in which a step failed, once the others have ended.
 */
async function runRows(rows: Step[][], onPass: () => void): Promise<void> {
  const results = await Promise.allSettled(
    rows.map(async (steps) => {
      for (const step of steps) {
        await run(step, false);
        onPass();
      }
    }),
  );
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  if (failures.length > 0) throw new AggregateError(failures);
}

async function runJest(step: Step): Promise<void> {
  const programs = await bundlePrograms();
  try {
    await run({ ...step, env: { ...jestEnv, TEST_PROGRAMS: programs.folder, ...step.env } });
  } finally {
    await programs.remove();
  }
}

async function runOnPostgres(paths: string[], env: Record<string, string> = {}): Promise<void> {
  const postgres = await startPostgres();
  try {
    const template = await createTemplate(postgres);
    try {
      await runJest({
        name: 'server on PostgreSQL',
        // The option takes every argument after it for a project.
        command: [...jest, ...paths, '--selectProjects', 'server on PostgreSQL'],
        env: {
          ...env,
          TEST_DATABASE: 'postgres',
          TEST_DATABASE_URL: postgres.url,
          TEST_DATABASE_TEMPLATE: template.name,
        },
      });
    } finally {
      await template.drop();
    }
  } finally {
    await postgres.stop();
  }
}

function runInChromium(paths: string[], env: Record<string, string> = {}): Promise<void> {
  const chromiumPath = findOrInstallChromium();
  console.log(`\nChromium: ${chromiumPath}`);
  return run({
    name: 'end to end in Chromium',
    command: [bin('playwright'), 'test', '--config', '__tests__/e2e/playwright.config.ts', ...paths],
    env: { ...env, CHROMIUM_PATH: chromiumPath },
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
  return runJest({ name: 'tests on PGlite', command: [...jest, ...passedOn] });
}

async function runAll(): Promise<number> {
  const isCheck = process.argv.includes('--check');
  let passed = 0;
  try {
    const others = [importRules, unusedCode, ...(isCheck ? [] : [build])];
    await runRows([[lint, types, format], others], () => (passed += 1));
    await runJest({ ...onPglite, env: isCheck ? repeated : whole });
    passed += 1;
    if (!isCheck) {
      await runOnPostgres([], whole);
      passed += 1;
      await runInChromium([], whole);
      passed += 1;
    }
    console.log(`\nsteps: ${passed} passed, 0 failed`);
    return 0;
  } catch (error) {
    const failures: unknown[] = error instanceof AggregateError ? error.errors : [error];
    console.error(failures.map(String).join('\n'));
    console.log(`\nsteps: ${passed} passed, ${failures.length} failed`);
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
