import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { storeUpload } from '@/server/commands/images/upload-image';
import { images } from '@/server/db/schema';
import { startJobs, type Job } from '@/server/jobs/job-runner';
import { processImages } from '@/server/jobs/process-images';
import { buildUser } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + 10_000;
  while (!(await isDone())) {
    if (performance.now() > deadlineMs) throw new Error('It did not come to pass within 10 s');
    await sleep(5);
  }
}

const job = (doneBy: Job['doneBy'], run: () => void, name = 'count'): Job => ({
  name,
  everyMs: 60 * 60 * 1000,
  doneBy,
  run: () => {
    run();
    return Promise.resolve();
  },
});

it('does in one of several processes what one does for all, once in each span', async () => {
  let runs = 0;
  const processes = Array.from({ length: 3 }, () =>
    startJobs(api.deps(), [job('one-process', () => (runs += 1))]),
  );
  await Promise.all(processes.map((process) => process.stop()));
  expect(runs).toBe(1);

  api.clock.now = new Date(testNow.getTime() + 60 * 60 * 1000);
  await Promise.all([1, 2].map(() => startJobs(api.deps(), [job('one-process', () => (runs += 1))]).stop()));
  expect(runs).toBe(2);
});

it('runs on after a failure, and wakes when it is rung for', async () => {
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

it('finishes what runs before it stops, and begins nothing after', async () => {
  const seen: string[] = [];
  const slow: Job = {
    name: 'slow',
    everyMs: 1,
    doneBy: 'each-process',
    async run() {
      seen.push('begun');
      await sleep(30);
      seen.push('finished');
    },
  };
  const running = startJobs(api.deps(), [slow]);
  await until(() => seen.length > 0);
  await running.stop();
  const stoppedAfter = seen.length;
  await sleep(50);

  expect(stoppedAfter % 2).toBe(0);
  expect(seen).toHaveLength(stoppedAfter);
});

it('processes an upload at once in the process that took it', async () => {
  const user = await buildUser(api.db);
  const viewer = { userId: user.id, sessionId: '1', role: user.role, isBanned: false, isLeaving: false };
  const running = startJobs(api.deps(), [processImages]);
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  await sleep(100);
  const startedAtMs = performance.now();

  await storeUpload(api.deps(), { ...viewer, createdAt: user.createdAt }, bytes);
  await until(async () => (await api.db.select().from(images))[0]?.status === 'processed');

  // Without the bell it would look again after 5 s.
  expect(performance.now() - startedAtMs).toBeLessThan(4_000);
  await running.stop();
});
