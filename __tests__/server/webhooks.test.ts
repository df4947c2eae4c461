import { jest } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { Webhook as Verifier } from 'standardwebhooks';
import * as z from 'zod/mini';
import {
  createWebhookCall,
  findJobsCall,
  listDeliveriesCall,
  listWebhooksCall,
  WEBHOOK_EVENTS,
} from '@/lib/contract/webhook';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { deliverNextEvent } from '@/server/commands/webhooks/deliver-event';
import { startJobs } from '@/server/jobs/job-runner';
import { deliverEvents } from '@/server/jobs/jobs';
import { purgeExpiredHourly } from '@/server/jobs/purge-expired';
import { PUBLIC_ADDRESS, setUpFakeWeb } from '../setup/fake-web';
import { setUpModerationCalls } from '../setup/moderation-calls';
import { buildSignedInUser, type SignedInUser } from '../setup/signed-in-user';
import { setUpTestApp, testNow } from '../setup/test-app';

const web = setUpFakeWeb();
const api = setUpTestApp({}, { fetchPage: web.fetchPage });
const calls = setUpModerationCalls(api);
const unaborted = new AbortController().signal;
const later = (ms: number) => (api.clock.now = new Date(api.clock.now.getTime() + ms));

type Received = { headers: Record<string, string>; body: string };
let received: Received[];
let answer: { status: number; cut?: boolean };
let admin: SignedInUser;

beforeEach(async () => {
  received = [];
  answer = { status: 204 };
  web.serve('hooks.example.com/in', (req, res) => {
    const chunks: Buffer[] = [];
    req
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const headers = Object.fromEntries(
          Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
        );
        received.push({ headers, body: Buffer.concat(chunks).toString() });
        if (answer.cut) res.destroy();
        else res.writeHead(answer.status).end();
      });
  });
  admin = await buildSignedInUser(api, { role: 'admin' });
});

const request = (method: string, path: string, body?: object, user = admin) =>
  api.request(method, `/api/moderation/${path}`, { headers: user.headers, body });
async function create(input: object = {}) {
  const { status, body } = await request('POST', 'webhooks', {
    ...{ url: 'https://hooks.example.com/in', format: 'standard', events: WEBHOOK_EVENTS },
    ...input,
  });
  expect(status).toBe(201);
  return createWebhookCall.answer.parse(body);
}
/** Also what is held until its decision can no longer be undone. */
async function deliverAll(): Promise<void> {
  later(20_000);
  while (await deliverNextEvent(api.deps(), unaborted));
}
const deliveries = async (query = '') =>
  listDeliveriesCall.answer.parse((await request('GET', `deliveries${query}`)).body).deliveries;
const events = async () => (await deliveries()).map(({ event }) => event).toReversed();

it('sends each event of a product once, signed so that the standard’s own library accepts it', async () => {
  const { secret } = await create();
  const submitter = await calls.signedInUser();
  const product = await calls.createSubmission(submitter, { name: 'Ada & <Co>', tags: ['CI'] });
  await deliverAll();
  await calls.reject(admin.headers, product.id, 'Say what it costs.');
  await deliverAll();
  await calls.editSubmission(submitter, product.id, { tagline: 'It costs nothing.' });
  await deliverAll();
  await calls.editSubmission(submitter, product.id, { tagline: 'It costs nothing at all.' });
  await deliverAll();
  await calls.approve(admin.headers, product.id);
  await deliverAll();
  await calls.editSubmission(submitter, product.id, { tagline: 'Still free.' });
  await deliverAll();
  await calls.editSubmission(submitter, product.id, { name: 'Ada' });
  await deliverAll();
  await calls.approve(admin.headers, product.id);
  await deliverAll();
  await request('PUT', `products/${product.id}/discontinuation`, {
    discontinuedOn: '2026-05-01',
    reason: 'Sold.',
  });
  await deliverAll();

  const types = [
    'submitted',
    'rejected',
    'submitted',
    'approved',
    'changed',
    'submitted',
    'changed',
    'discontinued',
  ];
  const messages = received.map(({ body, headers }) => {
    // The library takes the time of the machine.
    jest.useFakeTimers({ now: testNow, doNotFake: ['nextTick', 'setImmediate'] });
    const verified = new Verifier(secret).verify(body, headers);
    jest.useRealTimers();
    return z
      .object({ type: z.string(), timestamp: z.string(), data: z.object({ product: z.looseObject({}) }) })
      .parse(verified);
  });
  expect(messages.map(({ type }) => type)).toEqual(types.map((type) => `product.${type}`));
  expect(messages[0]?.data.product).toMatchObject({ id: product.id, name: 'Ada & <Co>', isListed: false });
  expect(messages[5]?.data.product).toMatchObject({ name: 'Ada', isListed: true });
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(8);
  expect(received.every(({ body }) => !/@|email|handle|submitter/.test(body))).toBe(true);
  expect((await deliveries()).every(({ state }) => state === 'delivered')).toBe(true);
  expect(() => new Verifier(`whsec_${'A'.repeat(43)}=`).verify('{}', received[0]?.headers ?? {})).toThrow();
});

it('sends nothing of a decision that was undone', async () => {
  await create({ events: ['product.approved', 'product.rejected'] });
  const { id } = await calls.createSubmission(await calls.signedInUser());
  await calls.approve(admin.headers, id);
  expect(await deliverNextEvent(api.deps(), unaborted)).toBe(false);
  await request('POST', 'undo', { ids: [id] });
  await calls.reject(admin.headers, id, 'No.');
  await deliverAll();
  expect(await events()).toEqual(['product.rejected']);
  expect(received).toHaveLength(1);
});

it('sends what was chosen, as a message of Slack or Discord that mentions nobody', async () => {
  await create({ format: 'slack', events: ['product.submitted'] });
  await create({ format: 'discord', events: ['product.submitted', 'product.approved'] });
  const submitter = await calls.signedInUser();
  const { id } = await calls.createSubmission(submitter, {
    name: '<!channel> & @everyone',
    tagline: 'See [this](x) | *now*',
  });
  await calls.approve(admin.headers, id);
  await deliverAll();
  expect(await events()).toEqual(['product.submitted', 'product.submitted', 'product.approved']);
  const bodies = received.map(({ body }): unknown => JSON.parse(body));
  expect(bodies[0]).toEqual({
    text: expect.stringMatching(
      /^<http[^|]+\/moderation\|&lt;!channel&gt; &amp; @everyone> was submitted: See \[this\]\(x\) ¦ \*now\*$/,
    ),
  });
  expect(bodies[1]).toMatchObject({ allowed_mentions: { parse: [] } });
  expect(bodies[1]).toHaveProperty(
    'content',
    expect.stringMatching(
      /^\[\\<!channel\\> & \\@everyone\]\(<http\S+\/moderation>\) was submitted: See \\\[this\\\]\\\(x\\\) \\\| \\\*now\\\*$/,
    ),
  );
});

it('tries again with growing pauses, lets others go on, gives up after 11 attempts, and sends again on demand', async () => {
  await create({ events: ['product.submitted'] });
  web.serve('other.example.com/in', (_, res) => res.writeHead(200).end());
  await create({ url: 'https://other.example.com/in', events: ['product.submitted'] });
  answer.status = 500;
  const submitter = await calls.signedInUser();
  await calls.createSubmission(submitter);
  await deliverAll();
  expect(received).toHaveLength(1);
  const [failed] = (await deliveries()).filter(({ host }) => host === 'hooks.example.com');
  expect(failed).toMatchObject({
    state: 'waiting',
    attemptCount: 1,
    failure: 'The site responds with status 500.',
  });
  const { webhooks } = listWebhooksCall.answer.parse((await request('GET', 'webhooks')).body);
  expect(webhooks.map(({ host, restsUntil }) => [host, restsUntil !== null])).toEqual([
    ['hooks.example.com', true],
    ['other.example.com', false],
  ]);
  // While the webhook rests, an event more does not wake it.
  await calls.createSubmission(submitter, { url: 'https://two.example.com' });
  await deliverAll();
  expect(received).toHaveLength(1);

  // The other event waits meanwhile. It is tried in turn.
  for (let attempt = 3; attempt <= 22; attempt += 1) {
    later(4 * HOUR_MS);
    await deliverAll();
  }
  const givenUp = await deliveries('?state=given-up');
  expect(givenUp.map(({ id, attemptCount }) => [id, attemptCount])).toContainEqual([failed?.id, 11]);
  const retried = await request('POST', `deliveries/${failed?.id}/retry`);
  expect(retried.status).toBe(200);
  expect((await request('POST', `deliveries/${failed?.id}/retry`)).status).toBe(409);
  answer.status = 200;
  await deliverAll();
  expect((await deliveries()).find(({ id }) => id === failed?.id)).toMatchObject({ state: 'delivered' });
  const actions = (await calls.auditLog()).map(({ action }) => action);
  expect(actions).toEqual(['webhook.create', 'webhook.create', 'delivery.retry']);
});

it('reports an attempt whose process died, and sends the event again under the same id', async () => {
  await create({ events: ['product.submitted'] });
  await calls.createSubmission(await calls.signedInUser());
  // The process dies after the receiver has answered: nothing of what follows is written.
  const dying = {
    ...api.deps(),
    fetchPage: (...args: Parameters<typeof web.fetchPage>) =>
      web.fetchPage(...args).then(() => Promise.reject(new Error('killed'))),
  };
  await expect(deliverNextEvent(dying, unaborted)).rejects.toThrow('killed');
  await deliverAll();
  expect(received).toHaveLength(1);
  later(3 * MINUTE_MS);
  await deliverAll();
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(
    Array(2).fill(received[0]?.headers['webhook-id']),
  );
  expect(await deliveries()).toMatchObject([{ state: 'delivered', attemptCount: 2, interruptedCount: 1 }]);
});

it('reaches no private address, and gives up at once', async () => {
  for (const url of [
    'https://127.0.0.1/',
    'https://localhost/',
    'http://hooks.example.com/in',
    'https://intern',
  ]) {
    const { status, body } = await request('POST', 'webhooks', {
      url,
      format: 'slack',
      events: ['product.submitted'],
    });
    expect({ url, status, body }).toMatchObject({
      status: 400,
      body: { fields: { url: expect.any(String) } },
    });
  }
  web.names.set('rebound.example.com', [PUBLIC_ADDRESS, '10.0.0.7']);
  await create({ url: 'https://rebound.example.com/in' });
  await calls.createSubmission(await calls.signedInUser());
  await deliverAll();
  expect(web.dialled).toEqual([]);
  expect(await deliveries()).toMatchObject([
    { state: 'given-up', failure: "That link isn't on the public web." },
  ]);
});

it('shows queues and runs, keeps what was sent for 30 days, and never more than 20 webhooks', async () => {
  const first = await create({ events: ['product.submitted'] });
  expect((await request('POST', `webhooks/${first.webhook.id}/test`)).status).toBe(200);
  const overview = async () => findJobsCall.answer.parse((await request('GET', 'jobs')).body);
  expect((await overview()).queues).toContainEqual({ name: 'webhooks', waitingCount: 1, givenUpCount: 0 });
  const failing = {
    name: 'failing',
    everyMs: HOUR_MS,
    doneBy: 'one-process' as const,
    run: () => Promise.reject(new Error('No.')),
  };
  const jobs = startJobs(api.deps(), [deliverEvents, failing]);
  await api.deps().jobWaker.wait('none', 200, unaborted);
  await jobs.stop();
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    type: 'test',
    data: { product: { page: expect.any(String) } },
  });
  expect(await overview()).toMatchObject({
    scheduledJobs: [{ name: 'failing', lastRun: { endedAt: testNow.toISOString(), hasFailed: true } }],
  });
  answer.status = 500;
  expect((await request('POST', `webhooks/${first.webhook.id}/test`)).status).toBe(200);
  await deliverAll();
  later(3 * DAY_MS + 1);
  await purgeExpiredHourly.run(api.deps(), unaborted);
  expect((await deliveries())[0]).toMatchObject({
    state: 'given-up',
    failure: 'Not delivered within 3 days.',
  });
  later(28 * DAY_MS);
  await purgeExpiredHourly.run(api.deps(), unaborted);
  admin = await buildSignedInUser(api, { role: 'admin' });
  expect(await deliveries()).toEqual([]);

  for (let count = 1; count < 20; count += 1) await create();
  expect(
    (
      await request('POST', 'webhooks', {
        url: 'https://a.example.com',
        format: 'slack',
        events: ['product.changed'],
      })
    ).status,
  ).toBe(409);
  expect((await request('DELETE', `webhooks/${first.webhook.id}`)).status).toBe(200);
  expect((await request('DELETE', `webhooks/${first.webhook.id}`)).status).toBe(200);
  const { rows } = await api.db.execute(sql`SELECT action FROM audit_entries WHERE action LIKE 'webhook.%'`);
  expect(rows).toHaveLength(21);
});
