import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import type { ServerEnv } from '@/server/config/env';
import { purgeExpiredHourly } from '@/server/jobs/jobs';
import { type Job, startJobs } from '@/server/jobs/job-runner';
import { checkReleaseDaily, watchDisk } from '@/server/jobs/staff-notice-jobs';
import { setUpFakeWeb } from '../../setup/fake-web';
import { setUpStaffSite } from '../../setup/staff-site';

const web = setUpFakeWeb();
const env: Partial<ServerEnv> = {};
const disk = { freeBytes: 100_000_000_000 };
const { api, buildStaff, later, tellAndSend } = setUpStaffSite(() => env, {
  fetchPage: web.fetchPage,
  readFreeBytes: () => Promise.resolve(disk.freeBytes),
});
const signal = () => new AbortController().signal;
const linesOf = (email: { text: string } | undefined) => email?.text.split('\n\n-- ')[0]?.split('\n\n') ?? [];

beforeEach(async () => {
  disk.freeBytes = 100_000_000_000;
  await buildStaff('ada', 'admin');
  await buildStaff('mo');
  await tellAndSend();
});
afterEach(() => Reflect.deleteProperty(env, 'releaseURL'));

/** Runs a job once, in the way that notes how it has ended. */
async function runOnce(name: string, isFailing: boolean): Promise<void> {
  let ran = () => {};
  const running = new Promise<void>((resolve) => (ran = resolve));
  const job: Job = {
    ...{ name, everyMs: MINUTE_MS, doneBy: 'one-process' },
    run: () => {
      ran();
      return isFailing ? Promise.reject(new Error('No.')) : Promise.resolve();
    },
  };
  const jobs = startJobs(api.deps(), [job]);
  await running;
  await jobs.stop();
}

it.each([
  ['find-rings', 'Failed jobs: find-rings'],
  ['write-backup', 'The scheduled backup fails. Older ones are still there.'],
])(
  'tells admins of %s once, after ten minutes of failures, and again only after it was well',
  async (name, line) => {
    await runOnce(name, true);
    later(9 * MINUTE_MS);
    expect(await tellAndSend()).toEqual([]);
    await runOnce(name, true);
    later(MINUTE_MS);
    const emails = await tellAndSend();
    expect(emails.map(({ to }) => to)).toEqual(['ada@x.example']);
    expect(emails.map(linesOf)).toEqual([[`${line}\nhttp://localhost:3000/moderation/jobs`]]);
    later(2 * HOUR_MS);
    await runOnce(name, true);
    later(HOUR_MS);
    expect(await tellAndSend()).toEqual([]);

    await runOnce(name, false);
    later(MINUTE_MS);
    await runOnce(name, true);
    later(MINUTE_MS);
    await runOnce(name, false);
    later(HOUR_MS);
    expect(await tellAndSend()).toEqual([]);
    await runOnce(name, true);
    later(10 * MINUTE_MS);
    expect((await tellAndSend()).map(linesOf)).toEqual([[`${line}\nhttp://localhost:3000/moderation/jobs`]]);
  },
);

it('tells admins once that the disk is nearly full, and again only after it had room', async () => {
  const measure = async (freeBytes: number) => {
    disk.freeBytes = freeBytes;
    await watchDisk.run(api.deps(), signal());
    later(2 * HOUR_MS);
    return (await tellAndSend()).map(linesOf);
  };
  const told = [
    'The disk of the site is nearly full: less than 2 GB are free.\nhttp://localhost:3000/moderation/jobs',
  ];
  expect(await measure(2_000_000_000)).toEqual([]);
  expect(await measure(1_999_999_999)).toEqual([told]);
  expect(await measure(1_000_000_000)).toEqual([]);
  // Hardly more than too little is not well.
  expect(await measure(2_100_000_000)).toEqual([]);
  expect(await measure(1_999_999_999)).toEqual([]);
  expect(await measure(2_200_000_000)).toEqual([]);
  expect(await measure(1_000_000_000)).toEqual([told]);
});

it('forgets a disk that no process has measured for three days', async () => {
  disk.freeBytes = 1;
  await watchDisk.run(api.deps(), signal());
  later(3 * DAY_MS + 1);
  await purgeExpiredHourly.run(api.deps(), signal());
  expect(await tellAndSend()).toEqual([]);
});

describe('news of releases', () => {
  const serve = (body: string) => web.serve('releases.example.com/latest', body);
  const check = () => checkReleaseDaily.run(api.deps(), signal());
  const morning = async () => {
    later(DAY_MS);
    return (await tellAndSend()).map(linesOf);
  };
  const newsOf = (version: string) => [
    `There is a new release of Listgrove: ${version}\nhttp://localhost:3000/moderation/jobs`,
  ];

  it('makes no request unless checks of releases are on', async () => {
    serve('{"version":"9.0.0"}');
    await check();
    expect(web.dialled).toEqual([]);
    expect(await morning()).toEqual([]);
  });

  it('tells admins of each newer release once', async () => {
    env.releaseURL = 'https://releases.example.com/latest';
    for (const version of ['1.2.3', '1.2.2', '0.9.9', '1.2.4-beta.1']) {
      serve(JSON.stringify({ version }));
      await check();
    }
    expect(await morning()).toEqual([]);
    serve('{"version":"1.10.0"}');
    await check();
    expect(await morning()).toEqual([newsOf('1.10.0')]);
    await check();
    expect(await morning()).toEqual([]);
    serve('{"version":"2.0.0"}');
    await check();
    expect(await morning()).toEqual([newsOf('2.0.0')]);
  });

  it.each(['<html>', '{}', '{"version":7}', '{"version":"../../etc"}', 'null'])(
    'takes %s for no release, and for no failed job',
    async (body) => {
      env.releaseURL = 'https://releases.example.com/latest';
      serve(body);
      await check();
      expect(await morning()).toEqual([]);
    },
  );

  it('asks no private address, and goes on without an answer', async () => {
    env.releaseURL = 'https://internal.example.com/latest';
    web.names.set('internal.example.com', ['127.0.0.1']);
    await check();
    env.releaseURL = 'https://no-such.example.com/latest';
    await check();
    expect([web.dialled, web.canaryCount]).toEqual([[], 0]);
  });
});
