import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { hasErrorCode } from '@/server/base/errors';

const run = promisify(execFile);

/** Jest runs these test files on PostgreSQL only. */
const ABOUT_POSTGRES = /[/-]postgres\.test\.ts$/;

export type TestRun =
  | { outcome: 'passed' }
  | { outcome: 'failed'; testFile: string; test: string }
  | { outcome: 'crashed' }
  | { outcome: 'timed out' };

/** A copy of the project in the folder for temporary files, whose sources can be broken and tested. */
export type ProjectCopy = {
  /** Replaces the text of a file while the action runs. */
  withChange: <T>(file: string, text: string, action: () => Promise<T>) => Promise<T>;
  /** Runs test files until the first failure. Those about PostgreSQL run on the server of `copyProject`. */
  runTests: (testFiles: readonly string[], limitMs: number) => Promise<TestRun>;
  remove: () => Promise<void>;
};

/** The files of the project, those that are not committed yet included. */
export async function listFiles(): Promise<string[]> {
  const { stdout } = await run('git', [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '--deduplicate',
  ]);
  const { stdout: deleted } = await run('git', ['ls-files', '--deleted']);
  const gone = new Set(deleted.split('\n'));
  return stdout.split('\n').filter((file) => file !== '' && !gone.has(file));
}

type CopyOptions = {
  /** Stops a test run that is under way. */
  signal: AbortSignal;
  /** A PostgreSQL server on which tests create databases. */
  postgresURL: string;
};

export async function copyProject({ signal, postgresURL }: CopyOptions): Promise<ProjectCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'mutants-'));
  // Some tests start the product as another user.
  await chmod(folder, 0o755);
  for (const file of await listFiles()) await cp(file, join(folder, file));
  await linkPackages(folder);

  return {
    async withChange(file, text, action) {
      const path = join(folder, file);
      const original = await readFile(path, 'utf8');
      await writeFile(path, text);
      try {
        return await action();
      } finally {
        await writeFile(path, original);
      }
    },
    async runTests(testFiles, limitMs) {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
      const [onPostgres, others] = [true, false].map((is) =>
        testFiles.filter((file) => ABOUT_POSTGRES.test(file) === is),
      );
      const onPglite = await runJest(folder, others ?? [], {}, limited);
      if (onPglite.outcome !== 'passed') return onPglite;
      const env = { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgresURL };
      return runJest(folder, onPostgres ?? [], env, limited);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Links each installed package. Caches are copied, so that no broken code writes to those of the project. */
async function linkPackages(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules'));
  for (const name of await readdir('node_modules')) {
    const [from, to] = [resolve('node_modules', name), join(folder, 'node_modules', name)];
    if (name === '.cache') await cp(from, to, { recursive: true });
    else await symlink(from, to);
  }
}

const jestReport = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

async function runJest(
  folder: string,
  testFiles: readonly string[],
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<TestRun> {
  if (testFiles.length === 0) return { outcome: 'passed' };
  const isAborted = () => signal.aborted;
  if (isAborted()) return { outcome: 'timed out' };
  const report = join(folder, 'node_modules/.cache/mutants.json');
  await mkdir(dirname(report), { recursive: true });
  await rm(report, { force: true });
  const options = [
    '--runTestsByPath',
    '--bail',
    '--silent',
    // Several runs share the machine.
    `--testTimeout=${3 * MINUTE_MS}`,
    '--watchman=false',
    '--json',
    '--outputFile',
    report,
  ];
  const jest = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...options, ...testFiles], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    // A process group of its own, so that its workers end with it.
    detached: true,
    env: {
      ...process.env,
      NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
      NEXT_IGNORE_INCORRECT_LOCKFILE: '1',
      ...env,
    },
  });
  const kill = () => {
    if (jest.pid !== undefined) killGroup(jest.pid);
  };
  signal.addEventListener('abort', kill);
  let output = '';
  jest.stderr.on('data', (part: Buffer) => (output += part.toString('utf8')));
  await once(jest, 'close');
  signal.removeEventListener('abort', kill);
  // Jest leaves a worker behind that a break keeps in an endless loop.
  kill();
  if (isAborted()) return { outcome: 'timed out' };
  const text = await readFile(report, 'utf8').catch(() => undefined);
  return text === undefined ? readOutput(output) : readReport(folder, text);
}

/** Ends the processes of a group that are still there. */
function killGroup(id: number): void {
  try {
    process.kill(-id, 'SIGKILL');
  } catch (error) {
    if (!hasErrorCode(error, 'ESRCH')) throw error;
  }
}

/** After `--bail` Jest exits without a report. Its output names the failed file and test. */
function readOutput(output: string): TestRun {
  const testFile = /^FAIL .*?(__tests__\/\S+)/m.exec(output)?.[1];
  const test = /^\s*● (.+)$/m.exec(output)?.[1];
  return testFile
    ? { outcome: 'failed', testFile, test: test ?? 'the file cannot be run' }
    : { outcome: 'crashed' };
}

function readReport(folder: string, text: string): TestRun {
  const { success, testResults } = jestReport.parse(JSON.parse(text));
  if (success && testResults.length > 0) return { outcome: 'passed' };
  const failed = testResults.find(({ status }) => status === 'failed');
  if (!failed) return { outcome: 'crashed' };
  return {
    outcome: 'failed',
    testFile: failed.name.replace(`${folder}/`, ''),
    test:
      failed.assertionResults.find(({ status }) => status === 'failed')?.fullName ?? 'the file cannot be run',
  };
}
