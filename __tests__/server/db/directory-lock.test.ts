import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectoryLockedError, lockDirectory } from '@/server/db/directory-lock';
import { programArguments } from '../../setup/program-file';
import { until } from '../../setup/until';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lockFile = () => join(folder, 'database.lock');

/** Makes the lock of this process that of a process in a container with the same host name. */
function moveToContainer(): void {
  const holder: object = Object(JSON.parse(readFileSync(lockFile(), 'utf8')));
  // In place, so that the holder goes on touching its file. No process has this number.
  const elsewhere = { ...holder, host: hostname(), pid: 2 ** 22 + 1, processTable: 'of a container' };
  writeFileSync(lockFile(), JSON.stringify(elsewhere));
}

it('refuses 100 of 100 processes while the holder lives in another process table of the same host name', async () => {
  const lock = await lockDirectory(folder);
  moveToContainer();

  const rivals = await Promise.allSettled(Array.from({ length: 100 }, () => lockDirectory(folder)));
  expect(rivals.filter(({ status }) => status === 'fulfilled')).toHaveLength(0);
  for (const rival of rivals) {
    expect(rival).toMatchObject({ reason: expect.any(DirectoryLockedError) });
  }
  lock.release();
});

it('takes the lock of a process elsewhere once its heartbeat has stopped, and says why it waits', async () => {
  (await lockDirectory(folder)).release();
  const dead = { id: 'x', pid: 7, startedAtTick: '1', host: 'other', since: '2026-06-01T12:00:00.000Z' };
  writeFileSync(lockFile(), JSON.stringify(dead));
  const sentences: string[] = [];

  const lock = await lockDirectory(folder, { onWait: (sentence) => sentences.push(sentence) });
  expect(sentences).toEqual([
    'The database was open in process 7 on other. Waiting up to 12 seconds for a sign of life.',
  ]);
  lock.release();
});

it.each([
  ['the folder is gone', () => rmSync(folder, { recursive: true }), 'The data folder is gone.'],
  [
    'another process has it',
    () => {
      rmSync(lockFile());
      writeFileSync(lockFile(), '{}');
    },
    'Another process has taken the data folder.',
  ],
])('is lost when %s', async (_, act, sentence) => {
  const lock = await lockDirectory(folder);
  act();
  expect(await lock.lost).toBe(sentence);
  lock.release();
});

it('writes no more after it was stopped, while another process took the lock', async () => {
  const child = spawn(
    process.execPath,
    [...programArguments('__tests__/setup/database-process.ts'), folder, '--write'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  try {
    let lines = 0;
    child.stdout.on('data', (chunk: Buffer) => (lines += chunk.toString().split('\n').length - 1));
    await until(() => lines > 10, { withinMs: 120_000 });

    moveToContainer();
    child.kill('SIGSTOP');
    await until(() => readFileSync(`/proc/${child.pid}/stat`, 'utf8').includes(') T '));
    const taken = await lockDirectory(folder);
    const lockOfOther = readFileSync(lockFile(), 'utf8');
    const linesBefore = lines;
    const ended = once(child, 'exit');
    child.kill('SIGCONT');
    await ended;

    // What was under way when it was stopped may have been committed before.
    expect(lines - linesBefore).toBeLessThanOrEqual(1);
    expect(readFileSync(lockFile(), 'utf8')).toBe(lockOfOther);
    taken.release();
  } finally {
    child.kill('SIGKILL');
  }
});
