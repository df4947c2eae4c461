import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { imageTasks } from '@/server/commands/images/process-image';
import { runTasks, TaskFailure, type TaskKind } from '@/server/commands/tasks';
import { images } from '@/server/db/schema';
import { adoptTasksRegularly } from '@/server/jobs/task-jobs';
import { insertTasks } from '@/server/queries/tasks';
import { insertWebhook } from '@/server/queries/webhooks';
import { buildProduct } from '../../setup/build';
import { setUpFakeWeb } from '../../setup/fake-web';
import { photo, setUpImageCalls } from '../../setup/image-calls';
import { emailsOf, runNext, tasksOf } from '../../setup/tasks';
import { setUpTestApp, testNow } from '../../setup/test-app';
import { until } from '../../setup/until';

const web = setUpFakeWeb();
const api = setUpTestApp({}, { fetchPage: web.fetchPage });
const { signedInUser, createImage } = setUpImageCalls(api);
const signal = new AbortController().signal;
const later = (ms: number) => (api.clock.now = new Date(testNow.getTime() + ms));

it('costs a member nothing when the image store fails, and processes the image once the store is well', async () => {
  const imageURL = await createImage(await signedInUser(), await photo());
  const full = Object.assign(new Error('No space left on device'), { code: 'ENOSPC' });
  const broken = { ...api.deps(), images: { ...api.deps().images, write: () => Promise.reject(full) } };
  for (let count = 0; count < 6; count += 1) {
    expect(await runNext(imageTasks, broken)).toBe(true);
    later((count + 1) * 6 * HOUR_MS);
  }
  expect(await tasksOf(api.db, 'image')).toMatchObject([
    { state: 'waiting', attemptCount: 0, faultCount: 6 },
  ]);
  expect(await api.request('GET', imageURL)).toMatchObject({ status: 423 });

  expect(await runNext(imageTasks, api.deps())).toBe(true);
  expect(await api.request('GET', imageURL)).toMatchObject({ status: 200 });
  expect(await tasksOf(api.db, 'image')).toEqual([]);
});

const attempts: string[] = [];
/** Tasks with the names of what they do. */
const named: TaskKind<{ name: string }> = {
  ...{ name: 'email', job: 'test', payload: z.object({ name: z.string() }), atOnce: 1, leaseMs: MINUTE_MS },
  ...{ attemptsMax: 3, waitsMsMax: DAY_MS, isRepeatable: true, restsGroup: false, isKept: true },
  begin:
    () =>
    ({ payload: { name } }) => {
      attempts.push(name);
      if (name === 'fails') throw new TaskFailure('No.');
      if (name === 'faulty') throw new Error('A fault of the site.');
      return Promise.resolve('done');
    },
};
const queue = (...payloads: object[]) =>
  insertTasks(
    api.db,
    payloads.map((payload) => ({ kind: 'email' as const, payload, createdAt: testNow })),
  );
beforeEach(() => {
  attempts.length = 0;
});

it('runs other tasks although one has failed, cannot be read, or meets a fault', async () => {
  await queue(
    { name: 'fails' },
    { nobody: 'reads this' },
    { name: 'first' },
    { name: 'faulty' },
    { name: 'last' },
  );
  await runTasks(named, api.deps(), signal);
  // The group rests, because the fault could stop its other tasks, too.
  expect(attempts).toEqual(['fails', 'first', 'faulty']);
  later(MINUTE_MS);
  await runTasks(named, api.deps(), signal);
  expect(attempts.slice(3, 4)).toEqual(['last']);
});

it('gives a task up after its attempts, and never for a fault of the site until it is too old', async () => {
  await queue({ name: 'fails' }, { name: 'faulty' });
  for (let count = 1; count <= 9; count += 1) {
    await runTasks(named, api.deps(), signal);
    later(count * 2 * HOUR_MS);
  }
  expect(await tasksOf(api.db, 'email')).toMatchObject([
    { state: 'failed', attemptCount: 3, failure: 'No.' },
    { state: 'waiting', attemptCount: 0 },
  ]);
  later(2 * DAY_MS);
  await runTasks(named, api.deps(), signal);
  expect(await tasksOf(api.db, 'email')).toMatchObject([{ state: 'failed' }, { state: 'failed' }]);
});

it('runs what must not happen twice once, also when its process has died and another one is at work', async () => {
  const once = { ...named, isRepeatable: false };
  await queue({ name: 'first' }, { name: 'second' });
  const dying = { ...once, begin: () => () => new Promise<never>(() => undefined) };
  void runNext(dying, api.deps());
  await until(async () => (await tasksOf(api.db, 'email'))[0]?.state === 'running');
  later(2 * MINUTE_MS);
  // This process has begun before the lease of the other one has ended.
  while (await runNext(once, api.deps()));
  expect(attempts).toEqual(['second']);
  await runTasks(once, api.deps(), signal);
  expect(attempts).toEqual(['second']);
  expect((await tasksOf(api.db, 'email')).map(({ state }) => state)).toEqual(['uncertain', 'done']);
});

it('does not take what has had its effect for failed when that cannot be noted', async () => {
  await queue({ name: 'first' });
  await api.db.execute(sql`ALTER TABLE tasks ADD CONSTRAINT refused CHECK (state <> 'done') NOT VALID`);
  try {
    await expect(runNext({ ...named, isRepeatable: false }, api.deps())).rejects.toThrow();
  } finally {
    await api.db.execute(sql`ALTER TABLE tasks DROP CONSTRAINT refused`);
  }
  later(2 * MINUTE_MS);
  await runTasks({ ...named, isRepeatable: false }, api.deps(), signal);
  expect(attempts).toEqual(['first']);
  expect(await tasksOf(api.db, 'email')).toMatchObject([{ state: 'uncertain' }]);
});

describe('the queues of builds before the tasks', () => {
  const adopt = () => adoptTasksRegularly.run(api.deps(), signal);
  const at = (ms: number) => sql`${new Date(testNow.getTime() + ms).toISOString()}::timestamptz`;

  it('are carried over whole, and what a former process is at work on only once that process has let go of it', async () => {
    const product = await buildProduct(api.db);
    const webhook = await insertWebhook(api.db, {
      ...{ url: 'https://hooks.example/in', format: 'standard', events: ['product.approved'] },
      ...{ secret: 'c2VjcmV0', createdAt: testNow },
    });
    await api.db.execute(sql`
      INSERT INTO mail_outbox (email, subject, body, created_at, attempt_count, next_attempt_at, given_up_at) VALUES
        ('new@x.example', 'New', 'Body', ${at(0)}, 0, ${at(0)}, NULL),
        ('held@x.example', 'Held', 'Body', ${at(0)}, 0, ${at(MINUTE_MS)}, NULL),
        ('sending@x.example', 'Sending', 'Body', ${at(0)}, 1, ${at(MINUTE_MS)}, NULL),
        ('postponed@x.example', 'Postponed', 'Body', ${at(0)}, 4, ${at(HOUR_MS)}, NULL),
        (NULL, NULL, NULL, ${at(0)}, 11, ${at(0)}, ${at(0)})`);
    await api.db.execute(sql`
      INSERT INTO webhook_deliveries (webhook_id, event, product_id, payload, created_at, next_attempt_at, claimed_at, attempt_count, delivered_at)
      SELECT ${webhook.id}::bigint, 'product.approved', ${product.id}::bigint,
        '{"id":"1","name":"Figgle","url":"https://figgle.example","tagline":"Draw","slug":"figgle","isListed":true}',
        ${at(0)}, next_attempt_at, claimed_at, attempt_count, delivered_at
      FROM (VALUES (${at(0)}, NULL::timestamptz, 0, NULL::timestamptz), (${at(MINUTE_MS)}, ${at(0)}, 1, NULL),
        (${at(0)}, NULL, 1, ${at(0)})) AS all_states (next_attempt_at, claimed_at, attempt_count, delivered_at)`);
    await api.db.execute(sql`
      INSERT INTO newsletter_issues (week, since, until, queued_at) VALUES ('2026-06-01', '2026-05-25', '2026-06-01', ${at(0)})`);
    await api.db.execute(sql`
      INSERT INTO newsletter_subscribers (email, status, token_hash, token_sent_at, confirmed_at)
      SELECT n || '@reader.example', 'confirmed', decode(md5(n::text), 'hex'), ${at(0)}, ${at(0)} FROM generate_series(1, 4) AS n`);
    await api.db.execute(sql`
      INSERT INTO newsletter_deliveries (issue_id, subscriber_id, status, next_attempt_at, settled_at)
      SELECT newsletter_issues.id, s.id, (ARRAY['queued', 'sending', 'sent', 'uncertain'])[row_number() OVER (ORDER BY s.id)],
        ${at(MINUTE_MS)}, NULL FROM newsletter_issues, newsletter_subscribers AS s`);
    await api.db.execute(sql`
      INSERT INTO images (key, status, attempt_count, claimed_until, created_at) VALUES
        ('waiting', 'queued', 0, NULL, ${at(0)}), ('working', 'queued', 1, ${at(MINUTE_MS)}, ${at(0)}), ('done', 'processed', 1, NULL, ${at(0)})`);
    await api.db.execute(sql`
      INSERT INTO imports (source_name, state, counts, created_at, claimed_until) VALUES
        ('a.csv', 'reading', '{}', ${at(0)}, NULL), ('b.csv', 'importing', '{}', ${at(0)}, ${at(MINUTE_MS)}), ('c.csv', 'imported', '{}', ${at(0)}, NULL)`);

    await adopt();
    await adopt();
    expect(
      (await emailsOf(api.db)).map(({ subject, state, dueAt }) => [
        subject,
        state,
        dueAt.getTime() - testNow.getTime(),
      ]),
    ).toEqual([
      ['New', 'waiting', 0],
      ['Held', 'waiting', MINUTE_MS],
      ['Postponed', 'waiting', HOUR_MS],
      [null, 'failed', 0],
    ]);
    expect(await tasksOf(api.db, 'event')).toMatchObject([
      { state: 'waiting', productId: product.id, payload: { event: 'product.approved', messageId: 'evt_1' } },
      { state: 'done', attemptCount: 1 },
    ]);
    expect((await tasksOf(api.db, 'issue')).map(({ state }) => state)).toEqual([
      'waiting',
      'done',
      'uncertain',
    ]);
    const [waiting, working] = await api.db.select().from(images).orderBy(images.id);
    expect((await tasksOf(api.db, 'image')).map(({ subjectId }) => subjectId)).toEqual([waiting?.id]);
    expect(await tasksOf(api.db, 'import')).toHaveLength(1);

    // The former process has ended.
    later(MINUTE_MS + SECOND_MS);
    await adopt();
    expect((await emailsOf(api.db)).map(({ subject }) => subject)).toContain('Sending');
    expect((await tasksOf(api.db, 'event')).at(-1)).toMatchObject({ state: 'waiting', interruptedCount: 1 });
    expect((await tasksOf(api.db, 'issue')).at(-1)).toMatchObject({ state: 'uncertain' });
    expect((await tasksOf(api.db, 'image')).map(({ subjectId }) => subjectId)).toEqual([
      waiting?.id,
      working?.id,
    ]);
    expect(await tasksOf(api.db, 'import')).toHaveLength(2);
    for (const table of ['mail_outbox', 'webhook_deliveries', 'newsletter_deliveries'])
      expect((await api.db.execute(sql`SELECT FROM ${sql.identifier(table)}`)).rows).toEqual([]);
  });
});
