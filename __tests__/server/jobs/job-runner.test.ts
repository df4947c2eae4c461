import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { HOUR_MS } from '@/lib/contract/plain/durations';
import { storeImage } from '@/server/commands/images/upload-image';
import { images } from '@/server/db/schema';
import { startJobs, type Job } from '@/server/jobs/job-runner';
import { processImages } from '@/server/jobs/task-jobs';
import { buildUser } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';
import { until } from '../../setup/until';

const api = setUpTestApp();

const job = (doneBy: Job['doneBy'], run: () => void, name = 'count'): Job => ({
  name,
  everyMs: HOUR_MS,
  doneBy,
  run: () => {
    run();
    return Promise.resolve();
  },
});

it('runs a job for all processes in only one of them, once per interval', async () => {
  let runs = 0;
  const processes = Array.from({ length: 3 }, () =>
    startJobs(api.deps(), [job('one-process', () => (runs += 1))]),
  );
  await Promise.all(processes.map((process) => process.stop()));
  expect(runs).toBe(1);

  api.clock.now = new Date(testNow.getTime() + HOUR_MS);
  await Promise.all([1, 2].map(() => startJobs(api.deps(), [job('one-process', () => (runs += 1))]).stop()));
  expect(runs).toBe(2);
});

it('runs twenty jobs without a warning of a leak', async () => {
  const warnings: string[] = [];
  const note = (warning: Error) => warnings.push(warning.name);
  process.on('warning', note);
  let runs = 0;
  const names = Array.from({ length: 20 }, (_, index) => `job ${index}`);
  const running = startJobs(
    api.deps(),
    names.map((name) => job('each-process', () => (runs += 1), name)),
  );
  await until(() => runs === names.length);
  await sleep(20);
  await running.stop();
  process.off('warning', note);

  expect(warnings).toEqual([]);
});

it('keeps running after a failure, and runs at once when it is woken', async () => {
  let runs = 0;
  const failing = job('each-process', () => {
    runs += 1;
    throw new Error('This is what a broken job does.');
  });
  const running = startJobs(api.deps(), [failing]);
  await until(() => runs === 1);

  api.deps().jobWaker.wake('count');
  await until(() => runs === 2);

  await running.stop();
});

it('finishes the current run before it stops, and starts no other', async () => {
  const seen: string[] = [];
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const slow: Job = {
    name: 'slow',
    everyMs: 1,
    doneBy: 'each-process',
    async run() {
      seen.push('started');
      await finished;
      seen.push('finished');
    },
  };
  const running = startJobs(api.deps(), [slow]);
  await until(() => seen.length > 0);
  const stopping = running.stop();
  finish();
  await stopping;
  expect(seen).toEqual(['started', 'finished']);

  // Proves that nothing happens: another run would start after 1 ms.
  await sleep(50);
  expect(seen).toEqual(['started', 'finished']);
});

it('processes an upload at once in the process that received it', async () => {
  const user = await buildUser(api.db);
  let runs = 0;
  const watched: Job = {
    ...processImages,
    // Only the wake-up can start a second run within this test.
    everyMs: HOUR_MS,
    async run(...args) {
      await processImages.run(...args);
      runs += 1;
    },
  };
  const running = startJobs(api.deps(), [watched]);
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  await until(() => runs === 1);

  await storeImage(api.deps(), { bytes, ownerId: user.id });
  await until(async () => (await api.db.select().from(images))[0]?.status === 'processed');

  await running.stop();
});
