import { asc } from 'drizzle-orm';
import { listContactMessagesCall } from '@/lib/contract/contact';
import { auditEntries, users } from '@/server/db/schema';
import type { ServerEnv } from '@/server/config/env';
import { sendMail } from '@/server/jobs/task-jobs';
import { buildIdentity } from '../../setup/build';
import { buildSignedInUser, type SignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp, testNow } from '../../setup/test-app';
import { emailsOf } from '../../setup/tasks';

const adminEmails = ['ada@x.example', 'owner@x.example'];
const env: Partial<ServerEnv> = {};
const api = setUpTestApp(() => ({ adminEmails, ...env }));
afterEach(() => Reflect.deleteProperty(env, 'appEnv'));

const message = { name: 'Eve', email: 'eve@x.example', message: 'Here is a hole in the search.' };
const send = (body: object = {}, remoteAddress?: string) =>
  api.request('POST', '/api/contact', { body: { ...message, ...body }, remoteAddress });
const runMail = () => sendMail.run(api.deps(), new AbortController().signal);
const buildAdmin = () => buildSignedInUser(api, { role: 'admin' });

async function listMessages({ headers }: SignedInUser, query = '') {
  const { body } = await api.request('GET', `/api/moderation/messages?${query}`, { headers });
  return listContactMessagesCall.answer.parse(body);
}
const act = ({ headers }: SignedInUser, id: string, action: string, body: object = {}) =>
  api.request('POST', `/api/moderation/messages/${id}/${action}`, { headers, body });
const log = () => api.db.select().from(auditEntries).orderBy(asc(auditEntries.id));

it('shows messages to admins, the oldest first, page by page', async () => {
  const admin = await buildAdmin();
  for (let number = 1; number <= 21; number += 1) {
    await send({ message: `Message number ${number}` });
    api.clock.now = new Date(api.clock.now.getTime() + 1_000);
  }
  const first = await listMessages(admin);
  const second = await listMessages(admin, `after=${first.nextCursor}`);
  expect(first.messages.map(({ message: text }) => text)).toEqual(
    Array.from({ length: 20 }, (_, index) => `Message number ${index + 1}`),
  );
  expect(first.messages[0]).toEqual({
    ...{ id: '1', ...message, message: 'Message number 1', createdAt: testNow.toISOString() },
    ...{ answer: null, closedAt: null },
  });
  expect(second.messages.map(({ message: text }) => text)).toEqual(['Message number 21']);
  expect(second.nextCursor).toBeNull();
});

it('tells every admin of a message, without a word of it', async () => {
  await send({ name: 'https://evil.example', message: 'Click https://evil.example now' });
  await runMail();
  expect(api.sent.map(({ to, subject }) => [to, subject])).toEqual(
    adminEmails.map((email) => [email, 'A new message to Listgrove']),
  );
  expect(api.sent[0]?.text).toBe(
    [
      'Somebody has sent a message to Listgrove. Read and answer it here:',
      'http://localhost:3000/moderation/messages',
      'You get this email because Listgrove names you in ADMIN_EMAILS.',
    ].join('\n\n'),
  );
});

it('leaves an admin with an account to what the admin has chosen, unless the admin is suspended', async () => {
  const admin = await buildAdmin();
  await buildIdentity(api.db, admin, { email: 'Ada@x.example', isEmailVerified: true });
  await send();
  await runMail();
  expect(api.sent.map(({ to }) => to)).toEqual(['owner@x.example']);
  await api.db.update(users).set({ suspendedUntil: new Date('2030-01-01') });
  await send();
  await runMail();
  expect(api.sent.map(({ to }) => to).slice(1)).toEqual(adminEmails);
});

it('sends an admin ten notices an hour, and one email at its end that counts the other messages', async () => {
  const admin = await buildAdmin();
  const toAda = () => api.sent.filter(({ to }) => to === 'ada@x.example');
  const wait = (ms: number) => (api.clock.now = new Date(api.clock.now.getTime() + ms));
  for (let number = 1; number <= 10; number += 1) await send();
  await runMail();
  expect(toAda().map(({ text }) => text.includes('One email at the end of the hour tells you'))).toEqual([
    ...new Array<boolean>(9).fill(false),
    true,
  ]);
  // Visitors at several addresses, so that their own limit does not refuse them.
  for (let number = 1; number <= 7; number += 1) {
    wait(60_000);
    await send({}, `203.0.${number}.7`);
    await runMail();
  }
  expect(toAda()).toHaveLength(10);
  expect((await listMessages(admin)).messages).toHaveLength(17);

  api.clock.now = new Date(testNow.getTime() + 3_599_000);
  await runMail();
  expect(toAda()).toHaveLength(10);
  wait(2_000);
  await runMail();
  expect(toAda().slice(10)).toMatchObject([
    {
      subject: 'More messages to Listgrove',
      text: [
        '7 more messages are waiting in the inbox of Listgrove:',
        'http://localhost:3000/moderation/messages',
        'You get this email because Listgrove names you in ADMIN_EMAILS.',
      ].join('\n\n'),
    },
  ]);

  // In the next hour, admins get ten notices and a summary again.
  for (let number = 1; number <= 11; number += 1) {
    wait(1_000);
    await send({}, `203.1.${number}.7`);
  }
  await runMail();
  expect(toAda()).toHaveLength(21);
  wait(3_601_000);
  await runMail();
  await runMail();
  expect(toAda().slice(21)).toMatchObject([
    { text: expect.stringMatching(/^1 more message is waiting in the inbox of Listgrove:\n/) },
  ]);
  expect(await emailsOf(api.db)).toEqual([]);
});

it('counts to 100 at most in that email, so that a flood of messages stays cheap', async () => {
  for (let number = 1; number <= 112; number += 1) {
    await send({}, `203.${number}.1.7`);
  }
  const waiting = (await emailsOf(api.db)).filter(({ dueAt }) => dueAt > testNow);
  expect(waiting.map(({ email, body }) => [email, body?.split('\n')[0]])).toEqual(
    adminEmails.map((email) => [email, 'More than 100 more messages are waiting in the inbox of Listgrove:']),
  );
});

it('stores a message although the admins cannot be told', async () => {
  const admin = await buildAdmin();
  await api.pool.query('ALTER TABLE tasks ADD CONSTRAINT refused CHECK (false) NOT VALID');
  try {
    expect((await send()).status).toBe(200);
  } finally {
    await api.pool.query('ALTER TABLE tasks DROP CONSTRAINT refused');
  }
  expect((await listMessages(admin)).messages).toMatchObject([message]);
});

it('answers by email without a word of the message, which the one who reads it may not have written', async () => {
  const admin = await buildAdmin();
  const mine = 'Win at https://evil.example or evil.example, <b>now</b>';
  await send({ name: 'Dear friend', email: 'victim@x.example', message: mine });
  await act(admin, '1', 'answer', { text: 'We have no such offer.' });
  await runMail();
  const answer = api.sent.find(({ to }) => to === 'victim@x.example');
  expect(answer?.text).toContain('We have no such offer.');
  expect(answer?.text).not.toMatch(/evil|Win|friend|<b>/);
});

it('answers by email, closes, and logs that without a word of the message', async () => {
  const admin = await buildAdmin();
  await send();
  await runMail();
  const noticesCount = api.sent.length;
  expect((await act(admin, '1', 'answer', { text: ' Thank you. It is mended. ' })).status).toBe(200);
  await runMail();
  expect(api.sent.slice(noticesCount).map(({ to, subject, text }) => [to, subject, text])).toEqual([
    [
      'eve@x.example',
      'Your message to Listgrove',
      [
        'Thank you. It is mended.',
        'To write back, use the form: http://localhost:3000/support#contact',
        "You get this email because somebody wrote to Listgrove on June 1, 2026, 12:00 UTC, and gave your email for the answer. If that wasn't you, you don't have to do anything.",
      ].join('\n\n'),
    ],
  ]);
  expect((await listMessages(admin)).messages).toEqual([]);
  const closed = (await listMessages(admin, 'state=closed')).messages;
  expect(closed).toMatchObject([
    {
      answer: { text: 'Thank you. It is mended.', sentAt: testNow.toISOString() },
      closedAt: testNow.toISOString(),
    },
  ]);
  expect(await act(admin, '1', 'answer', { text: 'Again.' })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  });
  expect((await act(admin, '1', 'reopen')).status).toBe(200);
  expect((await act(admin, '1', 'reopen')).status).toBe(409);
  expect((await act(admin, '1', 'close')).status).toBe(200);
  expect((await act(admin, '9', 'close')).status).toBe(404);
  expect((await log()).map(({ action, subjectId, details }) => [action, subjectId, details])).toEqual([
    ['message.answer', null, { message: '1' }],
    ['message.reopen', null, { message: '1' }],
    ['message.close', null, { message: '1' }],
  ]);
});

it('answers once when two admins press at the same time', async () => {
  const admins = [await buildAdmin(), await buildAdmin()];
  await send();
  await runMail();
  const noticesCount = api.sent.length;
  const answers = await Promise.all(admins.map((admin) => act(admin, '1', 'answer', { text: 'Yes.' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  await runMail();
  expect(api.sent).toHaveLength(noticesCount + 1);
});

it('says on a site without a mail server that the admin answers with an own mail program', async () => {
  env.appEnv = 'production';
  const admin = await buildAdmin();
  await send();
  expect(await listMessages(admin)).toMatchObject({ sendsEmails: false, messages: [message] });
  expect(await act(admin, '1', 'answer', { text: 'Yes.' })).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining('your own mail program') },
  });
  expect((await act(admin, '1', 'close')).status).toBe(200);
  await runMail();
  expect(api.sent).toEqual([]);
});

it.each([[''], ['\u0000'], ['x'.repeat(5_001)]])('refuses the answer %j', async (text) => {
  const admin = await buildAdmin();
  await send();
  expect(await act(admin, '1', 'answer', { text })).toMatchObject({
    status: 400,
    body: { fields: { text: expect.any(String) } },
  });
});
