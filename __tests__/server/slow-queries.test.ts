import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import * as z from 'zod/mini';
import { HOUR_MS } from '@/lib/contract/plain/durations';
import { createApp } from '@/server/app';
import { createControlApp } from '@/server/control/control-app';
import { startJobs } from '@/server/jobs/job-runner';
import { createLogger } from '@/server/base/log';
import { Metrics } from '@/server/metrics/metrics';
import { shapeOf, watchQueries } from '@/server/metrics/slow-queries';
import { failingPool } from '../setup/failing-pool';
import { readMetrics, valueOf } from '../setup/read-metrics';
import { setUpTestApp } from '../setup/test-app';
import { until } from '../setup/until';

const api = setUpTestApp({ trustedProxyHops: 1 });
const lines: string[] = [];
const logger = createLogger('info', { write: (line) => lines.push(line) });
let metrics: Metrics;

beforeEach(() => {
  lines.length = 0;
  metrics = new Metrics();
  watchQueries(api.pool, { logger, metrics });
});

const slowLine = z.looseObject({
  msg: z.literal('A query of the database was slow.'),
  durationMs: z.number(),
});
const slowLines = () =>
  lines.flatMap((line) => {
    const parsed = slowLine.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  });
/** A busy machine makes other queries slow, too. */
const slowLinesOf = (part: string) => slowLines().filter(({ shape }) => String(shape).includes(part));
const slowly = (table: string) => `
  CREATE FUNCTION wait_long() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.55); RETURN NEW; END $$;
  CREATE TRIGGER wait_long BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION wait_long()`;

it('logs a slow query of a request with the id of the request and without values', async () => {
  await api.pool.query(slowly('tasks'));
  const app = createApp({ ...api.deps(), logger, metrics }, { basePath: '/api' });
  const response = await app.request('/api/newsletter/subscribe', {
    method: 'POST',
    headers: { 'x-request-id': 'id-of-the-proxy' },
    body: new URLSearchParams({ email: 'ada@secret.example', hp: '' }),
  });
  await api.pool.query('DROP FUNCTION wait_long CASCADE');

  expect(response.status).toBe(200);
  const ofMail = slowLinesOf('"tasks"');
  expect(ofMail).toEqual([
    expect.objectContaining({
      level: 30,
      requestId: 'id-of-the-proxy',
      statement: expect.stringMatching(/^insert tasks [\da-f]{8}$/),
      shape: expect.stringMatching(/^insert into "tasks" \(.+\) values \(\$1, .*\$2/),
    }),
  ]);
  expect(ofMail[0]?.durationMs).toBeGreaterThanOrEqual(500);
  expect(lines.join('')).not.toContain('secret.example');
  const samples = readMetrics(await metrics.read(() => Promise.reject(new Error('Not asked.'))));
  expect(valueOf(samples, 'listgrove_database_slow_queries_total')).toBe(slowLines().length);
  expect(valueOf(samples, 'listgrove_database_query_duration_seconds_count')).toBeGreaterThan(2);
});

it('logs what a job does with its name and an id of the run, which the next run does not have', async () => {
  let runs = 0;
  const run = async () => {
    await api.db.execute(sql`SELECT pg_sleep(0.55), ${'secret'}::text, 'written', 7 AS "a7"`);
    logger.info('The job did something.');
    runs += 1;
    throw new Error('This is what a broken job does.');
  };
  const deps = { ...api.deps(), logger, metrics };
  const running = startJobs(deps, [{ name: 'slow-job', everyMs: HOUR_MS, doneBy: 'each-process', run }]);
  await until(() => runs === 1);
  deps.jobWaker.wake('slow-job');
  await until(() => runs === 2);
  await running.stop();
  await api.pool.query('SELECT pg_sleep(0.55)');

  const idOf = z.looseObject({
    job: z.optional(z.string()),
    jobRunId: z.optional(z.string()),
    msg: z.string(),
    shape: z.optional(z.string()),
  });
  const logged = lines
    .map((line) => idOf.parse(JSON.parse(line)))
    // A busy machine makes the queries of the runner itself slow, too.
    .filter(
      ({ msg, shape = '' }) => !slowLine.shape.msg.safeParse(msg).success || shape.includes('pg_sleep'),
    );
  const [first, second] = [logged[0]?.jobRunId, logged[3]?.jobRunId];
  expect(first).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
  expect(second).not.toBe(first);
  expect(logged.map(({ job, jobRunId, msg }) => [msg.split('.')[0], job, jobRunId])).toEqual([
    ...[first, second].flatMap((id) => [
      ['A query of the database was slow', 'slow-job', id],
      ['The job did something', 'slow-job', id],
      ['A job failed', 'slow-job', id],
    ]),
    ['A query of the database was slow', undefined, undefined],
  ]);
  expect(slowLinesOf('pg_sleep')[0]).toMatchObject({ shape: 'SELECT pg_sleep(?), $1::text, ?, ? AS "a7"' });
});

it('logs what a command of the terminal does in the site under its name and an id', async () => {
  const db = drizzle({ client: failingPool(api.pool, 0) });
  const app = createControlApp({ ...api.deps(), db, logger });
  const { status } = await app.fetch(new Request('http://site/mail', { method: 'POST', body: '{}' }));
  expect(status).toBe(500);
  const failed = lines.find((line) => line.includes('A control command failed.'));
  expect(JSON.parse(failed ?? '')).toMatchObject({
    msg: 'A control command failed.',
    job: 'control/mail',
    jobRunId: expect.stringMatching(/^[\da-f-]{36}$/),
  });
});

it('does not log a BEGIN that had to wait for another query', async () => {
  const client = await api.pool.connect();
  await Promise.all(['SELECT pg_sleep(0.55)', 'BEGIN', 'ROLLBACK'].map((text) => client.query(text)));
  client.release();
  expect(slowLines().map(({ shape }) => shape)).toEqual(['SELECT pg_sleep(?)', 'ROLLBACK']);
});

it('logs a query that was given up', async () => {
  const client = await api.pool.connect();
  const failed = client.query('SELECT pg_sleep(2)').catch(() => 'given up');
  setTimeout(() => void client.end().catch(() => undefined), 600);
  await failed;
  await until(() => slowLinesOf('pg_sleep').length === 1);
  client.release(true);
  expect(slowLinesOf('pg_sleep')[0]).toMatchObject({ shape: 'SELECT pg_sleep(?)' });
});

it.each([
  ["SELECT 'it''s', 1.5, x1 FROM t WHERE a = $1 -- 'note", 'SELECT ?, ?, x1 FROM t WHERE a = $1'],
  ["SELECT E'a\\'secret', b /* 'c */ FROM t", 'SELECT E?, b FROM t'],
  ["SELECT 'a'\n\n   AND  b", 'SELECT ? AND b'],
  ["SELECT 'not ended", undefined],
  ['SELECT $$secret$$', undefined],
  ['SELECT $tag$secret$tag$', undefined],
])('the shape of %j is %j', (text, shape) => expect(shapeOf(text)).toBe(shape));

it('cuts a long shape', () => expect(shapeOf(`SELECT ${'a, '.repeat(1_000)}b`)).toHaveLength(500));
