import { jest } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { Webhook as Verifier } from 'standardwebhooks';
import * as z from 'zod/mini';
import { findJobsCall } from '@/lib/contract/webhook';
import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import { eventTasks } from '@/server/commands/webhooks/deliver-event';
import { startJobs } from '@/server/jobs/job-runner';
import { purgeExpiredHourly } from '@/server/jobs/jobs';
import { deliverEvents } from '@/server/jobs/task-jobs';
import { testNow } from '../setup/test-app';
import { setUpWebhookSite } from '../setup/webhook-site';
import { runNext } from '../setup/tasks';

const unaborted = new AbortController().signal;
const {
  api,
  later,
  received,
  answer,
  request,
  deliveries,
  signInAdmin,
  calls,
  adminHeaders,
  events,
  create,
  deliverAll,
} = setUpWebhookSite();

it('sends each event of a product once, signed so that the standard’s own library accepts it', async () => {
  const { secret } = await create();
  const submitter = await calls.signedInUser();
  const product = await calls.createSubmission(submitter, { name: 'Ada & <Co>', tags: ['CI'] });
  await deliverAll();
  await calls.reject(adminHeaders(), product.id, 'Say what it costs.');
  await deliverAll();
  await calls.editSubmission(submitter, product.id, { tagline: 'It costs nothing.' });
  await deliverAll();
  await calls.editSubmission(submitter, product.id, { tagline: 'It costs nothing at all.' });
  await deliverAll();
  await calls.approve(adminHeaders(), product.id);
  await deliverAll();
  await calls.editSubmission(submitter, product.id, { tagline: 'Still free.' });
  await deliverAll();
  await calls.editSubmission(submitter, product.id, { name: 'Ada' });
  await deliverAll();
  await calls.approve(adminHeaders(), product.id);
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
  expect(new Set((await deliveries()).map(({ productName }) => productName))).toEqual(
    new Set(['Ada', 'Ada & <Co>']),
  );
  expect(() => new Verifier(`whsec_${'A'.repeat(43)}=`).verify('{}', received[0]?.headers ?? {})).toThrow();
});

it('sends nothing of a decision that was undone', async () => {
  await create({ events: ['product.approved', 'product.rejected'] });
  const { id } = await calls.createSubmission(await calls.signedInUser());
  await calls.approve(adminHeaders(), id);
  expect(await runNext(eventTasks, api.deps())).toBe(false);
  await request('POST', 'undo', { ids: [id] });
  await calls.reject(adminHeaders(), id, 'No.');
  await deliverAll();
  expect(await events()).toEqual(['product.rejected']);
  expect(received).toHaveLength(1);
});

it('sends what was chosen, as a message of Slack or Discord that mentions no person', async () => {
  await create({ format: 'slack', events: ['product.submitted'] });
  await create({ format: 'discord', events: ['product.submitted', 'product.approved'] });
  const submitter = await calls.signedInUser();
  const { id } = await calls.createSubmission(submitter, {
    name: '<!channel> & @everyone',
    tagline: 'See [this](x) | *now*',
  });
  await calls.approve(adminHeaders(), id);
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
  expect(await deliveries()).toMatchObject([{ event: 'test', productName: null }]);
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
  later(30 * DAY_MS + 1);
  await purgeExpiredHourly.run(api.deps(), unaborted);
  await signInAdmin();
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
