import { fork } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { workerFile } from '@/server/base/worker-file';
import { openProcess, openThread, RunningWorker } from '@/server/workers/running-worker';
import { WorkerPool } from '@/server/workers/worker-pool';

const program = workerFile(
  new URL('../../setup/spinning-worker.ts', import.meta.url).href,
  'spinning-worker',
);
const heapMbMax = 64;
const forever = { spinMs: 3_600_000 };
const minuteMs = 60_000;
const answer = { pid: expect.any(Number) };

let owners = 0;
/** The options of a task by a new owner, with a time limit that it does not reach. */
const patient = () => ({ msMax: minuteMs, ownerId: String((owners += 1)) });

const openPool = (open = () => openThread(program, heapMbMax), idleMsMax = minuteMs) => {
  const workers: RunningWorker[] = [];
  const pool = new WorkerPool({
    open: () => {
      const worker = new RunningWorker(open());
      workers.push(worker);
      return worker;
    },
    workersMax: 1,
    queueMax: 2,
    idleMsMax,
  });
  return { pool, workers };
};

describe.each([
  ['thread', () => openThread(program, heapMbMax)],
  ['process', () => openProcess(program, heapMbMax)],
] as const)('a pool of one %s', (kind, open) => {
  const { pool, workers } = openPool(open);
  afterAll(() => pool.close());

  it('keeps its worker between tasks', async () => {
    const { pid } = z.object({ pid: z.number() }).parse(await pool.run({}, patient()));
    await pool.run({}, patient());

    expect(pid === process.pid).toBe(kind === 'thread');
    expect(workers).toHaveLength(1);
  });

  it('ends a task at its time limit, and runs the next task in a new worker', async () => {
    const tooLong = pool.run(forever, { ...patient(), msMax: 100 });
    const next = pool.run({}, patient());

    await expect(tooLong).rejects.toMatchObject({ name: 'DeadlineError' });
    expect(await next).toEqual(answer);
    expect(workers).toHaveLength(2);
  });

  it('rejects the task of a worker that ends, and runs the next task', async () => {
    await expect(pool.run({ exits: true }, patient())).rejects.toMatchObject({ name: 'WorkerEndedError' });
    expect(await pool.run({}, patient())).toEqual(answer);
  });
});

describe('a pool of threads', () => {
  const { pool } = openPool();
  afterAll(() => pool.close());

  it('refuses a task when too many are waiting', async () => {
    const tasks = [1, 2, 3].map(() => pool.run({ spinMs: 20 }, patient()));

    await expect(pool.run({}, patient())).rejects.toMatchObject({
      code: 'unavailable',
      details: { retryAfterSeconds: 1 },
    });
    expect(await Promise.all(tasks)).toEqual([answer, answer, answer]);
  });

  it('refuses the third task of one owner, and runs those of others', async () => {
    const own = { msMax: minuteMs, ownerId: 'ada' };
    const tasks = [pool.run({ spinMs: 20 }, own), pool.run({}, own)];

    await expect(pool.run({}, own)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await pool.run({}, patient())).toEqual(answer);
    expect(await Promise.all(tasks)).toEqual([answer, answer]);
    expect(await pool.run({}, own)).toEqual(answer);
  });

  it('runs tasks of an owner who exceeded the time limit after those of others', async () => {
    const done: string[] = [];
    const run = async (ownerId: string) => {
      await pool.run({}, { msMax: minuteMs, ownerId });
      done.push(ownerId);
    };
    await expect(pool.run(forever, { msMax: 100, ownerId: 'mallory' })).rejects.toThrow('100 ms');

    const busy = pool.run({ spinMs: 20 }, patient());
    await Promise.all([busy, run('mallory'), run('ada')]);

    expect(done).toEqual(['ada', 'mallory']);
  });

  it('ends a task that fills the memory, and nothing else', async () => {
    await expect(pool.run({ fillsMemory: true }, patient())).rejects.toMatchObject({
      name: 'WorkerEndedError',
      cause: { code: 'ERR_WORKER_OUT_OF_MEMORY' },
    });
    expect(await pool.run({}, patient())).toEqual(answer);
  });
});

it('ends an idle worker and starts another for the next task', async () => {
  const { pool, workers } = openPool(undefined, 1);

  await pool.run({}, patient());
  await workers[0]?.ended;
  await pool.run({}, patient());

  expect(workers).toHaveLength(2);
  await pool.close();
});

it('rejects running and waiting tasks when it is closed, and takes no more', async () => {
  const { pool } = openPool();
  const outcomes = Promise.allSettled([pool.run(forever, patient()), pool.run({}, patient())]);
  await pool.close();

  expect(await outcomes).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  await expect(pool.run({}, patient())).rejects.toMatchObject({ code: 'unavailable' });
});

it('ends a child process whose parent has ended, without reporting a failure', async () => {
  const child = fork(program.path, [], { execArgv: program.execArgv, serialization: 'advanced' });
  await once(child, 'message');
  child.disconnect();

  expect(await once(child, 'exit')).toEqual([0, null]);
});
