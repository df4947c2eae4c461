import { listWebhooksCall } from '@/lib/contract/webhook';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { eventTasks } from '@/server/commands/webhooks/deliver-event';
import { purgeExpiredHourly } from '@/server/jobs/jobs';
import { PUBLIC_ADDRESS } from '../setup/fake-web';
import { setUpWebhookSite } from '../setup/webhook-site';
import { runNext } from '../setup/tasks';
import { until } from '../setup/until';

const { web, api, later, received, answer, request, deliveries, calls, create, deliverAll } =
  setUpWebhookSite();
const purge = () => purgeExpiredHourly.run(api.deps(), new AbortController().signal);

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
  while (await runNext(eventTasks, api.deps()));
  expect(received).toHaveLength(1);

  // The other event waits, and is tried in turn.
  for (let attempt = 3; attempt <= 22; attempt += 1) {
    later(3.25 * HOUR_MS);
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

it('tries an event again that somebody sends again after four days, while its webhook rests, too', async () => {
  await create({ events: ['product.submitted'] });
  answer.status = 500;
  await calls.createSubmission(await calls.signedInUser());
  await deliverAll();
  later(4 * DAY_MS);
  await purge();
  const [givenUp] = await deliveries('?state=given-up');
  expect((await request('POST', `deliveries/${givenUp?.id}/retry`)).status).toBe(200);
  await deliverAll();
  await purge();
  expect(await deliveries()).toMatchObject([{ id: givenUp?.id, state: 'waiting', attemptCount: 1 }]);
  later(4 * DAY_MS);
  await purge();
  expect(await deliveries()).toMatchObject([{ id: givenUp?.id, state: 'given-up' }]);
});

it('rests for about 30, 60 and 120 seconds however many events wait for a receiver that fails', async () => {
  await create({ events: ['product.submitted'] });
  answer.status = 503;
  for (let count = 0; count < 12; count += 1)
    await calls.createSubmission(await calls.signedInUser(), { url: `https://site-${count}.example.com` });
  later(20_000);
  for (const about of [30, 60, 120]) {
    // All four begin before the first fails.
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    let count = 0;
    const fetchPage = async (...args: Parameters<typeof web.fetchPage>) => {
      count += 1;
      if (count === 4) begin();
      await begun;
      return web.fetchPage(...args);
    };
    const deliver = () => runNext(eventTasks, { ...api.deps(), fetchPage });
    expect(await Promise.all([deliver(), deliver(), deliver(), deliver()])).toEqual(Array(4).fill(true));
    const [webhook] = listWebhooksCall.answer.parse((await request('GET', 'webhooks')).body).webhooks;
    const restsMs = Date.parse(webhook?.restsUntil ?? '') - api.clock.now.getTime();
    expect(restsMs).toBeGreaterThanOrEqual(about * 500);
    expect(restsMs).toBeLessThanOrEqual(about * 1_500);
    later(about * 1_500);
  }
  expect(received).toHaveLength(12);
});

it('reports an attempt whose process died, and sends the event again under the same id', async () => {
  await create({ events: ['product.submitted'] });
  await calls.createSubmission(await calls.signedInUser());
  // The process dies once the receiver has answered: nothing follows.
  const dying = {
    ...api.deps(),
    fetchPage: (...args: Parameters<typeof web.fetchPage>) =>
      web.fetchPage(...args).then(() => new Promise<never>(() => undefined)),
  };
  void runNext(eventTasks, dying);
  await until(() => received.length === 1);
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
