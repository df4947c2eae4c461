import { Webhook as Verifier } from 'standardwebhooks';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { STAFF_EVENTS } from '@/lib/contract/webhook';
import { contactMessages } from '@/server/db/schema/report-schema';
import { users } from '@/server/db/schema';
import { jobRuns } from '@/server/db/schema/task-schema';
import { tellStaffRegularly } from '@/server/jobs/staff-notice-jobs';
import { setUpWebhookSite } from '../../setup/webhook-site';

const { api, later, received, deliveries, events, create, deliverAll } = setUpWebhookSite();
const tell = () => tellStaffRegularly.run(api.deps(), new AbortController().signal);
const write = () =>
  api.db
    .insert(contactMessages)
    .values({ email: 'eve@x.example', message: 'A secret of Eve.', createdAt: api.clock.now });

it('sends how much work has come since the last event, signed, once, and nothing about people', async () => {
  const { secret } = await create({ events: STAFF_EVENTS });
  await tell();
  await write();
  await write();
  later(MINUTE_MS);
  await Promise.all([tell(), tell(), tell()]);
  await deliverAll();
  expect(await events()).toEqual(['staff.messages']);
  expect(await deliveries()).toMatchObject([{ productName: null, state: 'delivered' }]);
  const [{ body, headers } = { body: '', headers: {} }] = received;
  expect(JSON.parse(body)).toEqual({
    ...{ type: 'staff.messages', timestamp: expect.any(String) },
    data: {
      notice: {
        ...{ kind: 'messages', newCount: 2, waitingCount: 2, names: [] },
        page: 'http://localhost:3000/moderation/messages',
      },
    },
  });
  expect(body).not.toMatch(/eve|Eve|secret/);
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
  const signature = new Verifier(secret).sign(headers['webhook-id'] ?? '', sentAt, body);
  expect(headers['webhook-signature']).toBe(signature);

  later(MINUTE_MS);
  await tell();
  await write();
  later(MINUTE_MS);
  await tell();
  await deliverAll();
  expect(received.map((each) => /"newCount":(\d+)/.exec(each.body)?.[1])).toEqual(['2', '1']);
});

it('sends what was chosen, from then on, as a message of Slack or Discord', async () => {
  await tell();
  await write();
  later(MINUTE_MS);
  await tell();
  await create({ format: 'slack', events: ['staff.jobs'] });
  await create({ format: 'discord', events: ['staff.messages'] });
  await api.db.insert(jobRuns).values({
    ...{ name: 'find-rings', nextRunAt: api.clock.now, endedAt: api.clock.now },
    ...{ hasFailed: true, failingSince: api.clock.now },
  });
  later(11 * MINUTE_MS);
  await tell();
  await write();
  later(MINUTE_MS);
  await tell();
  await deliverAll();
  expect(received.map(({ body }): unknown => JSON.parse(body))).toEqual([
    { text: '<http://localhost:3000/moderation/jobs|Listgrove>: Failed jobs: find-rings' },
    {
      content: String.raw`[Listgrove](<http://localhost:3000/moderation/messages>): Messages\: 1 new, 2 waiting`,
      allowed_mentions: { parse: [] },
    },
  ]);
});

it('sends nothing while the admin who created the webhook is suspended', async () => {
  await create({ events: STAFF_EVENTS });
  await tell();
  await api.db.update(users).set({ suspendedUntil: new Date('2030-01-01') });
  await write();
  later(MINUTE_MS);
  await tell();
  await deliverAll();
  expect(received).toEqual([]);
});
