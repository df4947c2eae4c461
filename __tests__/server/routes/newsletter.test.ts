import { newsletterSubscribers } from '@/server/db/schema';
import { sendMail } from '@/server/jobs/jobs';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
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
  expect(await subscribe({ email: 'Ada@Example.com' })).toMatchObject({
    status: 200,
    body: { isError: false },
  });

  expect(await subscribers()).toMatchObject([
    { email: 'ada@example.com', list: 'weekly', status: 'unconfirmed' },
  ]);
  expect(api.sent).toMatchObject([{ to: 'Ada@Example.com', subject: 'Confirm your subscription to Sprig' }]);
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
  expect(await confirm()).toMatchObject({ status: 200 });
  expect(await confirm()).toMatchObject({ status: 200 });
  expect(await subscribers()).toMatchObject([{ status: 'confirmed', confirmedAt: testNow }]);
});

it('rejects a link after 48 hours and leaves the email unconfirmed', async () => {
  await subscribe({ email: 'ada@example.com' });
  api.clock.now = new Date(testNow.getTime() + 49 * hourMs);

  const rejected = await api.request('POST', '/api/newsletter/confirm', { body: { token: sentToken() } });

  expect(rejected).toMatchObject({ status: 410, body: { code: 'gone' } });
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

  expect(await api.request('POST', '/api/newsletter/unsubscribe', { body: { token } })).toMatchObject({
    status: 200,
  });
  expect(await subscribers()).toMatchObject([{ status: 'unsubscribed' }]);

  await subscribe({ email: 'ada@example.com' });
  await api.request('POST', '/api/newsletter/confirm', { body: { token: sentToken() } });
  expect(await subscribers()).toMatchObject([{ status: 'confirmed', unsubscribedAt: null }]);
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

it('redirects a browser without JavaScript to a page', async () => {
  const html = { accept: 'text/html,application/xhtml+xml' };

  const sent = await subscribe({ email: 'ada@example.com' }, html);
  const rejected = await subscribe({ email: 'ada' }, html);

  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/newsletter?state=sent']);
  expect([rejected.status, rejected.headers.get('location')]).toEqual([303, '/newsletter?error=bad_request']);
});
