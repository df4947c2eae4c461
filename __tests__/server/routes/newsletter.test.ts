import { newsletterSubscribers } from '@/server/db/schema';
import type { ServerEnv } from '@/server/config/env';
import { sendMail } from '@/server/jobs/task-jobs';
import { hashToken } from '@/server/base/token';
import { setUpTestApp, testNow } from '../../setup/test-app';

const env: Partial<ServerEnv> = {};
const api = setUpTestApp(() => env);
afterEach(() => Reflect.deleteProperty(env, 'newsletter'));
const hourMs = 60 * 60 * 1000;

const form = (fields: Record<string, string>) =>
  new URLSearchParams({ hp: '', list: 'weekly', subform: 'yes', ...fields });
async function subscribe(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await api.request('POST', '/api/newsletter/subscribe', { body: form(fields), headers });
  await sendMail.run(api.deps(), new AbortController().signal);
  return answer;
}
const subscribers = () => api.db.select().from(newsletterSubscribers);
const sentToken = () => /token=([\w-]+)/.exec(api.sent.at(-1)?.text ?? '')?.[1] ?? '';

it('stores an unconfirmed email and sends a link to it', async () => {
  const answer = await subscribe({ email: 'Ada@Example.com' });
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      isError: false,
      message: 'Almost there! Please click the link in the email we sent you. We send one a day at most.',
    },
  ]);

  expect(await subscribers()).toEqual([
    {
      id: '1',
      email: 'ada@example.com',
      list: 'weekly',
      status: 'unconfirmed',
      createdAt: expect.any(Date),
      tokenHash: hashToken(sentToken()),
      tokenSentAt: testNow,
      confirmedAt: null,
      unsubscribedAt: null,
      tagIds: null,
    },
  ]);
  expect(api.sent).toEqual([
    {
      id: `${testNow.getTime()}.000000000001`,
      to: 'Ada@Example.com',
      subject: 'Confirm your subscription to Listgrove',
      text: [
        'Someone, most likely you, asked for the Listgrove newsletter with this email address.',
        'Click this link to confirm:',
        `http://localhost:3000/newsletter?token=${sentToken()}`,
        "The link works for 48 hours. If it wasn't you, ignore this email: we won't send you anything else.",
      ].join('\n\n'),
    },
  ]);
});

it('refuses a list with characters that cannot be stored', async () => {
  const body = new URLSearchParams({ email: 'ada@example.com', list: 'a\0b' });
  expect(await api.request('POST', '/api/newsletter/subscribe', { body })).toMatchObject({
    status: 400,
    body: { fields: { list: 'Keep it to one line of plain text.' } },
  });
});

it('returns success to a bot that fills the honeypot, and stores nothing', async () => {
  const response = await subscribe({ email: 'bot@example.com', hp: 'http://spam.example' });

  expect(response).toMatchObject({ status: 200, body: { isError: false } });
  expect(await subscribers()).toEqual([]);
  expect(api.sent).toEqual([]);
});

it('confirms only by POST, so that email scanners do not confirm', async () => {
  await subscribe({ email: 'ada@example.com' });
  const token = sentToken();

  expect(await api.request('GET', `/api/newsletter/confirm?token=${token}`)).toMatchObject({
    body: { email: 'ada@example.com', confirmed: false },
  });
  expect(await subscribers()).toMatchObject([{ status: 'unconfirmed' }]);

  const confirm = () => api.request('POST', '/api/newsletter/confirm', { body: { token } });
  expect((await confirm()).body).toEqual({ isError: false, message: "You're subscribed." });
  api.clock.now = new Date(testNow.getTime() + 49 * hourMs);
  expect((await confirm()).body).toEqual({ isError: false, message: "You're subscribed." });
  expect(await subscribers()).toMatchObject([{ status: 'confirmed', confirmedAt: testNow }]);
});

it('rejects a link after 48 hours and leaves the email unconfirmed', async () => {
  await subscribe({ email: 'ada@example.com' });
  const find = () => api.request('GET', `/api/newsletter/confirm?token=${sentToken()}`);
  api.clock.now = new Date(testNow.getTime() + 48 * hourMs);
  expect((await find()).status).toBe(200);
  api.clock.now = new Date(testNow.getTime() + 48 * hourMs + 1);
  expect((await find()).status).toBe(410);

  const rejected = await api.request('POST', '/api/newsletter/confirm', { body: { token: sentToken() } });

  expect(rejected).toMatchObject({
    status: 410,
    body: { code: 'gone', message: 'This link has expired. Subscribe again to get a new one.' },
  });
  expect(await subscribers()).toMatchObject([{ status: 'unconfirmed' }]);
});

it('does not reveal that an email is already confirmed', async () => {
  await subscribe({ email: 'ada@example.com' });
  const first = await subscribe({ email: 'bob@example.com' });
  await api.request('POST', '/api/newsletter/confirm', { body: { token: sentToken() } });

  const again = await subscribe({ email: 'bob@example.com' });

  expect(again.body).toEqual(first.body);
  expect(api.sent).toHaveLength(2);
  expect((await subscribers()).map(({ status }) => status).sort()).toEqual(['confirmed', 'unconfirmed']);
});

it('unsubscribes by the token, and subscribes again after a new confirmation', async () => {
  await subscribe({ email: 'ada@example.com' });
  const token = sentToken();
  await api.request('POST', '/api/newsletter/confirm', { body: { token } });

  const unsubscribe = () => api.request('POST', '/api/newsletter/unsubscribe', { body: { token } });
  expect((await unsubscribe()).body).toEqual({ isError: false, message: "You're unsubscribed." });
  api.clock.now = new Date(testNow.getTime() + hourMs);
  expect((await unsubscribe()).status).toBe(200);
  api.clock.now = new Date(testNow.getTime() + 24 * hourMs);
  expect(await subscribers()).toMatchObject([{ status: 'unsubscribed', unsubscribedAt: testNow }]);

  await subscribe({ email: 'ada@example.com' });
  await api.request('POST', '/api/newsletter/confirm', { body: { token: sentToken() } });
  expect(await subscribers()).toMatchObject([{ status: 'confirmed', unsubscribedAt: null }]);
});

it.each([
  ['GET', 'confirm'],
  ['POST', 'confirm'],
  ['POST', 'unsubscribe'],
])('%s %s says that a link does not work when its token is unknown', async (method, name) => {
  const path = `/api/newsletter/${name}`;
  const token = 'x'.repeat(20);
  const answer = await (method === 'GET'
    ? api.request(method, `${path}?token=${token}`)
    : api.request(method, path, { body: { token } }));
  expect(answer).toMatchObject({
    status: 404,
    body: { code: 'not_found', message: "This link doesn't work. Was the whole link copied?" },
  });
});

it.each(['', 'ada', 'ada@', `${'a'.repeat(250)}@example.com`, 'ada@example.com\r\nBcc: bob@example.com'])(
  'rejects the email %j and stores nothing',
  async (email) => {
    expect(await subscribe({ email })).toMatchObject({
      status: 400,
      body: { code: 'bad_request', fields: { email: expect.any(String) } },
    });
    expect(await subscribers()).toEqual([]);
  },
);

it('sends one confirmation a day to an inbox, whatever the list and the spelling, and its link goes on to work', async () => {
  const spellings = ['ada@gmail.com', 'ADA@gmail.com', 'a.da@googlemail.com', 'ada+news@gmail.com'];
  for (const [index, email] of spellings.entries()) {
    expect((await subscribe({ email, list: `list ${index}` })).status).toBe(200);
  }
  expect(api.sent.map(({ to }) => to)).toEqual(['ada@gmail.com']);
  const link = await api.request('GET', `/api/newsletter/confirm?token=${sentToken()}`);
  expect(link.body).toMatchObject({ email: 'ada@gmail.com' });

  api.clock.now = new Date(testNow.getTime() + 24 * hourMs);
  await subscribe({ email: 'ada@gmail.com' });
  expect(api.sent).toHaveLength(2);
});

it('redirects a browser without JavaScript to a page', async () => {
  const html = { accept: 'text/html,application/xhtml+xml' };

  const sent = await subscribe({ email: 'ada@example.com' }, html);
  const rejected = await subscribe({ email: 'ada' }, html);

  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/newsletter?state=sent']);
  expect([rejected.status, rejected.headers.get('location')]).toEqual([303, '/newsletter?error=bad_request']);

  const post = async (name: string, token: string) => {
    const body = new URLSearchParams({ token });
    const { headers } = await api.request('POST', `/api/newsletter/${name}`, { body, headers: html });
    return headers.get('location');
  };
  expect([
    await post('confirm', 'x'.repeat(20)),
    await post('confirm', sentToken()),
    await post('unsubscribe', 'x'.repeat(20)),
    await post('unsubscribe', sentToken()),
  ]).toEqual([
    '/newsletter?error=not_found',
    '/newsletter?state=confirmed',
    '/newsletter?error=not_found',
    '/newsletter?state=unsubscribed',
  ]);
});

it('subscribes no visitor on a site without a mail server', async () => {
  env.newsletter = { isOffered: false, dayOfWeek: 0, perMinute: 600, subject: '', greeting: '' };

  expect(await subscribe({ email: 'ada@example.com' })).toMatchObject({
    status: 503,
    body: { code: 'unavailable', message: 'This site sends no emails yet.' },
  });
  expect(await subscribers()).toEqual([]);
  expect((await api.request('GET', '/sitemap-pages.xml')).text).not.toContain('/newsletter');
});
