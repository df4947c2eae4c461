import { asc } from 'drizzle-orm';
import { HOUR_MS } from '@/lib/contract/plain/durations';
import {
  exportSubscribersCall,
  importSubscribersCall,
  listSubscribersCall,
  SUBSCRIBER_LIMITS,
} from '@/lib/contract/subscriber';
import type { ServerEnv } from '@/server/config/env';
import { auditEntries, newsletterSubscribers } from '@/server/db/schema';
import { tasks } from '@/server/db/schema/task-schema';
import { sendMail } from '@/server/jobs/task-jobs';
import { buildIdentity } from '../../setup/build';
import { buildSignedInUser, type SignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp, testNow } from '../../setup/test-app';

const env: Partial<ServerEnv> = {};
const api = setUpTestApp(() => env);
afterEach(() => Reflect.deleteProperty(env, 'newsletter'));

let admin: SignedInUser;
beforeEach(async () => {
  admin = await buildSignedInUser(api, { role: 'admin' });
});

const request = (method: string, path = '', body?: object) =>
  api.request(method, `/api/moderation/subscribers${path}`, { headers: admin.headers, body });
const list = async (query = '') =>
  listSubscribersCall.answer.parse((await request('GET', query && `?${query}`)).body);
const bring = (text: string) => request('POST', '/imports', { text });
const outcomeOf = async (text: string) => importSubscribersCall.answer.parse((await bring(text)).body);
const emailsIn = ({ subscribers }: Awaited<ReturnType<typeof list>>) => subscribers.map(({ email }) => email);
const runMail = () => sendMail.run(api.deps(), new AbortController().signal);
const log = () => api.db.select().from(auditEntries).orderBy(asc(auditEntries.id));

let built = 0;
async function build(email: string, overrides: Partial<typeof newsletterSubscribers.$inferInsert> = {}) {
  built += 1;
  const [row] = await api.db
    .insert(newsletterSubscribers)
    .values({
      ...{ email, status: 'confirmed', confirmedAt: testNow },
      ...{ tokenHash: Buffer.from(`${built}`), tokenSentAt: testNow, createdAt: testNow },
      ...overrides,
    })
    .returning();
  return row?.id ?? '';
}

it('lists subscribers with their state and counts, newest first, page by page, and finds them', async () => {
  const { pageSize } = SUBSCRIBER_LIMITS;
  for (let number = 0; number < pageSize; number += 1) await build(`reader${number}@x.example`);
  await build('other@x.example', { list: 'another' });
  await build('left_a@x.example', { status: 'unsubscribed', unsubscribedAt: testNow });
  await build('leftya@x.example', { status: 'unconfirmed', confirmedAt: null });
  const first = await list();
  expect(first.counts).toEqual({ confirmed: pageSize, waiting: 1, left: 1 });
  expect(first.subscribers[0]).toEqual({
    ...{ id: expect.any(String), email: 'leftya@x.example', state: 'waiting', tags: [] },
    ...{ createdAt: testNow.toISOString(), since: null },
  });
  const second = await list(`after=${first.nextCursor}`);
  expect(emailsIn(second)).toEqual(['reader1@x.example', 'reader0@x.example']);
  expect(second.nextCursor).toBeNull();
  expect(emailsIn(await list('state=left'))).toEqual(['left_a@x.example']);
  expect(emailsIn(await list('startsWith=LEFT_'))).toEqual(['left_a@x.example']);
  expect(emailsIn(await list('startsWith=reader1&state=waiting'))).toEqual([]);
});

it('asks new addresses to confirm, at the pace of the newsletter, and known ones never again', async () => {
  env.newsletter = { ...api.deps().env.newsletter, isOffered: true, perMinute: 1 };
  await build('known@x.example');
  await build('gone@x.example', { status: 'unsubscribed', unsubscribedAt: testNow });
  const text = [
    'name,email,state',
    '"Ada, the first",Ada@x.example,confirmed',
    'no address here',
    '',
    'Eve <eve@x.example>',
    'gone@x.example',
    'known@x.example',
    'ada@x.example',
    'bob@x.example,unsubscribed',
  ].join('\r\n');
  expect(await outcomeOf(text)).toEqual({
    ...{ newCount: 2, knownCount: 3, leftCount: 1, invalidCount: 1, invalidLines: [3] },
    lastSentAt: new Date(testNow.getTime() + 60_000).toISOString(),
  });
  expect((await list()).counts).toEqual({ confirmed: 1, waiting: 2, left: 1 });
  await runMail();
  expect(api.sent.map(({ to, subject }) => [to, subject])).toEqual([
    ['ada@x.example', 'Confirm your subscription to Listgrove'],
  ]);
  expect(api.sent[0]?.text).toContain('is on a list of subscribers that now belongs to Listgrove');

  expect(await outcomeOf(text)).toMatchObject({ newCount: 0, knownCount: 5, lastSentAt: null });
  expect((await outcomeOf('zoe@x.example')).lastSentAt).toBe(
    new Date(testNow.getTime() + 120_000).toISOString(),
  );
  const token = /token=(\S+)/.exec(api.sent[0]?.text ?? '')?.[1];
  expect((await api.request('POST', '/api/newsletter/confirm', { body: { token } })).status).toBe(200);
  expect(emailsIn(await list('state=confirmed'))).toEqual(['ada@x.example', 'known@x.example']);
  const entries = await log();
  expect(entries.map(({ action, details }) => [action, details])).toEqual([
    ['subscribers.import', { new: '2', known: '3', invalid: '1' }],
    ['subscribers.import', { new: '0', known: '5', invalid: '1' }],
    ['subscribers.import', { new: '1', known: '0', invalid: '0' }],
  ]);
});

it('refuses a list without addresses, with too many, and on a site without emails', async () => {
  const tooMany = Array.from({ length: SUBSCRIBER_LIMITS.importMax + 1 }, (_, at) => `a${at}@x.example`);
  expect(await bring('nothing\nto see')).toMatchObject({
    status: 400,
    body: { fields: { text: 'There is no email address in this list.' } },
  });
  expect(await bring(tooMany.join('\n'))).toMatchObject({
    status: 400,
    body: { fields: { text: 'An import can have 5,000 addresses. This list has 5,001.' } },
  });
  env.newsletter = { ...api.deps().env.newsletter, isOffered: false };
  expect((await bring('ada@x.example')).status).toBe(503);
  expect(await api.db.$count(newsletterSubscribers)).toBe(0);
  expect(await log()).toEqual([]);
});

it('removes a subscriber with the email that waits, once in the log and without the address there', async () => {
  await outcomeOf('ada@x.example');
  const [{ id } = { id: '' }] = (await list()).subscribers;
  expect((await request('DELETE', `/${id}`)).status).toBe(200);
  expect((await request('DELETE', `/${id}`)).status).toBe(200);
  expect(await api.db.$count(tasks)).toBe(0);
  expect((await list()).subscribers).toMatchObject([{ email: 'ada@x.example', state: 'left' }]);
  expect(await outcomeOf('ada@x.example')).toMatchObject({ newCount: 0, knownCount: 1 });
  const entries = await log();
  expect(entries.map(({ action }) => action)).toEqual([
    'subscribers.import',
    'subscribers.remove',
    'subscribers.import',
  ]);
  expect(JSON.stringify(entries)).not.toContain('ada@x');
});

it('exports all states as CSV that no spreadsheet runs, and that an import understands', async () => {
  await build('+sum@x.example');
  await build('gone@x.example', { status: 'unsubscribed', unsubscribedAt: testNow });
  const { body } = await request('POST', '/exports', {});
  const { text, nextCursor } = exportSubscribersCall.answer.parse(body);
  const at = testNow.toISOString();
  expect(nextCursor).toBeNull();
  expect(text.split('\r\n')).toEqual([
    '"email","state","createdAt","since","tags"',
    `"'+sum@x.example","confirmed","${at}","${at}",""`,
    `"gone@x.example","left","${at}","${at}",""`,
    '',
  ]);
  expect(await outcomeOf(text)).toMatchObject({ newCount: 0, knownCount: 1, leftCount: 1, invalidCount: 0 });
  expect((await log()).map(({ action }) => action)).toEqual(['subscribers.export', 'subscribers.import']);
});

it('exports and imports only soon after a sign-in of an admin', async () => {
  await buildIdentity(api.db, admin);
  api.clock.now = new Date(testNow.getTime() + HOUR_MS);
  for (const answer of [await bring('ada@x.example'), await request('POST', '/exports', {})])
    expect(answer).toMatchObject({ status: 401, body: { fields: { accessToken: expect.any(String) } } });
  expect(await log()).toEqual([]);
  expect((await request('GET')).status).toBe(200);
});
