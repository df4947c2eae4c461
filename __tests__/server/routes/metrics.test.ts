import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { HOUR_MS } from '@/lib/contract/plain/durations';
import { createApp } from '@/server/app';
import { insertImage } from '@/server/queries/images';
import { contactMessages } from '@/server/db/schema/report-schema';
import { startJobs } from '@/server/jobs/job-runner';
import { sendMail } from '@/server/jobs/task-jobs';
import { measuredMail } from '@/server/mail/mail';
import { Metrics } from '@/server/metrics/metrics';
import { insertEmail } from '@/server/queries/emails';
import { buildProduct, buildUser } from '../../setup/build';
import { failingPool } from '../../setup/failing-pool';
import { readMetrics, type Sample, valueOf } from '../../setup/read-metrics';
import { setUpTestApp, testNow } from '../../setup/test-app';
import { until } from '../../setup/until';

const api = setUpTestApp();
/** Each test begins with nothing measured. */
let metrics: Metrics;
const deps = () => ({ ...api.deps(), metrics });

beforeEach(() => {
  metrics = new Metrics();
});

const here = { host: 'localhost:3000' };
function send(
  path: string,
  { remoteAddress = '127.0.0.1', headers = {}, method = 'GET', body = '', used = deps() } = {},
) {
  const init = { method, headers: { ...here, ...headers }, ...(method === 'POST' && { body }) };
  const connection = remoteAddress && { incoming: { socket: { remoteAddress } } };
  return Promise.resolve(createApp(used, { basePath: '/api' }).request(path, init, connection || undefined));
}
async function scrape(used = deps()): Promise<Sample[]> {
  const response = await send('/metrics', { used });
  const headers = Object.fromEntries(response.headers);
  expect(response.status).toBe(200);
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(headers['cache-control']).toBe('private, no-store');
  return readMetrics(await response.text());
}

it('counts requests by the pattern of their path, however many paths there are', async () => {
  await buildUser(api.db, { handle: 'ada' });
  await send('/api/users/ada');
  for (let index = 0; index < 30; index += 1) {
    await send(`/api/users/nobody-${index}`, { remoteAddress: `192.0.2.${index}` });
    await send(`/secret-${index}`, { method: index === 0 ? 'BREW' : 'GET' });
  }
  const samples = await scrape();

  const counts = samples
    .filter(({ name }) => name === 'listgrove_http_request_duration_seconds_count')
    .map(({ labels: { method, route, status }, value }) => `${method} ${route} ${status} ${value}`);
  expect(counts.sort()).toEqual([
    'GET /* 4xx 29',
    'GET /api/users/:handle 2xx 1',
    'GET /api/users/:handle 4xx 30',
    'other /* 4xx 1',
  ]);
  const labels = { route: '/api/users/:handle', status: '2xx' };
  const seconds = valueOf(samples, 'listgrove_http_request_duration_seconds_sum', labels);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThan(10);
});

it('counts a call that a page or another call makes as a part of that one', async () => {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_tags', arguments: {} },
  });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  await send('/mcp', { method: 'POST', headers, body });
  const routes = (await scrape()).flatMap(({ name, labels }) =>
    name === 'listgrove_http_request_duration_seconds_count' ? labels.route : [],
  );
  expect(routes).toEqual(['/mcp']);
});

it('tells what waits in each queue and for how long, and reads it at most every 5 seconds', async () => {
  const hourAgo = new Date(testNow.getTime() - HOUR_MS);
  const { id: ownerId } = await buildUser(api.db);
  await buildProduct(api.db, { status: 'pending', createdAt: hourAgo });
  await buildProduct(api.db, { status: 'pending', createdAt: testNow });
  await buildProduct(api.db);
  await insertEmail(api.db, {
    email: 'ada@x.example',
    subject: 's',
    body: 'b',
    createdAt: new Date(testNow.getTime() - 60_000),
  });
  await api.db
    .insert(contactMessages)
    .values({ email: 'ada@x.example', message: 'A message', createdAt: hourAgo });
  const image = { key: 'k', ownerId, createdAt: testNow, sourceURL: null, sourceVersion: null };
  await insertImage(api.db, image, testNow);
  await api.pool.query('INSERT INTO search_outbox (product_id) SELECT id FROM products LIMIT 2');

  const queues = (samples: Sample[], part: 'entries' | 'oldest_seconds') =>
    new Map(
      samples.flatMap(({ name, labels, value }) =>
        name === `listgrove_queue_${part}` ? [[labels.queue, value] as const] : [],
      ),
    );
  const first = await scrape();
  expect([...queues(first, 'entries')]).toEqual([
    ['submissions', 2],
    ['images', 1],
    ['search', 2],
    ['mail', 1],
    ['messages', 1],
  ]);
  expect([...queues(first, 'oldest_seconds')]).toEqual([
    ['submissions', 3600],
    ['images', 0],
    ['mail', 60],
    ['messages', 3600],
  ]);
  expect(valueOf(first, 'listgrove_database_up')).toBe(1);

  await buildProduct(api.db, { status: 'pending' });
  expect(queues(await scrape(), 'entries').get('submissions')).toBe(2);
  metrics = new Metrics();
  expect(queues(await scrape(), 'entries').get('submissions')).toBe(3);
});

it('answers with what it knows while the database is away', async () => {
  await send('/healthz');
  const away = { ...deps(), db: drizzle({ client: failingPool(api.pool, 0) }) };
  const samples = await scrape(away);
  expect(valueOf(samples, 'listgrove_database_up')).toBe(0);
  expect(valueOf(samples, 'listgrove_http_request_duration_seconds_count', { route: '/healthz' })).toBe(1);
  expect(samples.filter(({ name }) => name.startsWith('listgrove_queue_'))).toEqual([]);
});

it('answers within two seconds while the database hangs, to all who ask', async () => {
  const connections = await Promise.all(
    Array.from({ length: api.pool.options.max }, () => api.pool.connect()),
  );
  const scrapes = Promise.all(Array.from({ length: 20 }, () => scrape()));
  // A query without a deadline is given up after ten seconds, on the same busy machine.
  let hasGivenUp = false;
  const patient = api.pool.query('SELECT 1').catch(() => (hasGivenUp = true));
  await scrapes;
  expect(hasGivenUp).toBe(false);
  connections.forEach((client) => client.release());
  await patient;
  expect((await scrapes).map((samples) => valueOf(samples, 'listgrove_database_up'))).toEqual(
    new Array(20).fill(0),
  );
});

it('tells when each job last succeeded, and counts its failures', async () => {
  const startedAtS = Math.floor(Date.now() / 1000);
  let runs = 0;
  const job = (name: string, run: () => Promise<void>) => ({
    name,
    everyMs: HOUR_MS,
    doneBy: 'each-process' as const,
    run,
  });
  const running = startJobs(deps(), [
    job('fine', () => sleep(20)),
    job('broken', () => {
      runs += 1;
      return Promise.reject(new Error('This is what a broken job does.'));
    }),
  ]);
  await until(() => runs === 1);
  deps().jobWaker.wake('broken');
  await until(() => runs === 2);
  await running.stop();

  const samples = await scrape();
  const runsOf = (name: string) =>
    ['succeeded', 'failed'].map((outcome) =>
      valueOf(samples, 'listgrove_job_runs_total', { job_name: name, outcome }),
    );
  expect(runsOf('fine')).toEqual([1, 0]);
  expect(runsOf('broken')).toEqual([0, 2]);
  expect(valueOf(samples, 'listgrove_job_interval_seconds', { job_name: 'fine' })).toBe(3600);
  const lastAtS = valueOf(samples, 'listgrove_job_last_success_timestamp_seconds', { job_name: 'fine' });
  expect(lastAtS).toBeGreaterThanOrEqual(startedAtS);
  expect(valueOf(samples, 'listgrove_job_last_duration_seconds', { job_name: 'fine' })).toBeGreaterThan(0.01);
});

it('counts emails by what became of them', async () => {
  const uncertain = Object.assign(new Error('No reply.'), { isUncertain: true });
  const refused = new Error('Refused.');
  for (const failure of [undefined, refused, uncertain]) {
    const answer = failure ? Promise.reject(failure) : Promise.resolve();
    answer.catch(() => undefined);
    await insertEmail(api.db, { email: 'ada@x.example', subject: 's', body: 'b', createdAt: testNow });
    const mail = measuredMail({ send: () => answer }, metrics);
    await sendMail.run({ ...deps(), mail }, new AbortController().signal);
    // After a failure, nothing is sent for up to 45 seconds.
    api.clock.now = new Date(api.clock.now.getTime() + 46_000);
  }
  const samples = await scrape();
  const outcomes = ['sent', 'failed', 'uncertain'].map((outcome) =>
    valueOf(samples, 'listgrove_emails_total', { outcome }),
  );
  expect(outcomes).toEqual([1, 1, 1]);
});

it('counts sign-ins by provider and outcome', async () => {
  const random = () => randomBytes(32).toString('base64url');
  const form = new URLSearchParams({
    provider: 'google.com',
    state: random(),
    code_challenge: createHash('sha256').update('verifier').digest('base64url'),
    origin: 'http://localhost:3000',
    account: 'ada-birch',
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const page = await send('/api/identity/local', { method: 'POST', headers, body: form.toString() });
  const [, code = ''] = /data-code="([\w-]{43})"/.exec(await page.text()) ?? [];
  const signIn = () =>
    send('/api/user/login/from-firebase', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accessToken: `Bearer ${code}` },
      body: JSON.stringify({ provider: 'google.com', idToken: 'verifier' }),
    });
  expect((await signIn()).status).toBe(200);
  expect((await signIn()).status).toBe(401);
  await send('/api/user/login/github/callback?state=made-up&code=x');
  await send('/api/user/login/github/callback?error=access_denied');

  const signIns = (await scrape()).flatMap(({ name, labels, value }) =>
    name === 'listgrove_sign_ins_total' ? `${labels.provider} ${labels.outcome} ${value}` : [],
  );
  expect(signIns.sort()).toEqual([
    'github.com cancelled 1',
    'github.com expired 1',
    'google.com refused 1',
    'google.com signed-in 1',
  ]);
});
