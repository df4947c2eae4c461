import { contactMessages } from '@/server/db/schema/report-schema';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const message = { name: 'Ada', email: 'ada@example.com', message: 'The search finds what I look for.' };
const send = (body: unknown) => api.request('POST', '/api/contact', { body });
const stored = () => api.db.select().from(contactMessages);

it('stores a message', async () => {
  expect(await send(message)).toMatchObject({
    status: 200,
    body: { isError: false, message: "Thanks for your message. We'll reply by email." },
  });

  expect(await stored()).toEqual([
    { id: '1', ...message, createdAt: testNow, answeredAt: null, answer: null, closedAt: null },
  ]);
});

it('stores a message without a name and without the spaces around it', async () => {
  await send({ email: ' ada@example.com ', message: `  ${'x'.repeat(10)}\n` });

  expect(await stored()).toMatchObject([{ name: '', email: 'ada@example.com', message: 'x'.repeat(10) }]);
});

it('stores texts as long as allowed', async () => {
  const email = `${'a'.repeat(64)}@${'b.'.repeat(91)}example`;
  const longest = { name: 'n'.repeat(100), email, message: 'm'.repeat(5_000) };
  expect([email.length, (await send(longest)).status]).toEqual([254, 200]);
  expect(await stored()).toMatchObject([longest]);
});

it('accepts a form from a browser without JavaScript', async () => {
  const { status, headers } = await api.request('POST', '/api/contact', {
    body: new URLSearchParams(message),
    headers: { accept: 'text/html' },
  });

  expect([status, headers.get('location')]).toEqual([303, '/support?sent=1']);
  const refused = await api.request('POST', '/api/contact', {
    body: new URLSearchParams({ ...message, email: 'ada' }),
    headers: { accept: 'text/html' },
  });
  expect([refused.status, refused.headers.get('location')]).toEqual([303, '/support?error=bad_request']);
  expect(await stored()).toHaveLength(1);
});

it('returns success to a bot that fills the honeypot, and stores nothing', async () => {
  expect(await send({ ...message, hp: 'x' })).toMatchObject({ status: 200 });
  expect(await stored()).toEqual([]);
});

it.each([
  [{ email: 'ada' }, 'email', "That's not an email address."],
  [{ email: `${'a'.repeat(250)}@x.example` }, 'email', 'Use at most 254 characters.'],
  [{ message: 'x'.repeat(9) }, 'message', 'Write at least 10 characters so we can help.'],
  [{ message: 'x'.repeat(5_001) }, 'message', 'Use at most 5,000 characters.'],
  [{ name: 'x'.repeat(101) }, 'name', 'Use at most 100 characters for your name.'],
  [{ message: undefined }, 'message', 'This is missing.'],
])('refuses %j, names the field %s and stores nothing', async (change, field, sentence) => {
  const { status, body } = await send({ ...message, ...change });
  expect([status, body]).toMatchObject([
    400,
    { code: 'bad_request', message: `${field}: ${sentence}`, fields: { [field]: sentence } },
  ]);
  expect(await stored()).toEqual([]);
});

it.each([
  ['name', 'Ada\u0000'],
  ['name', 'Ada\nBcc: eve@example.com'],
  ['message', 'A message with \u0000 in it'],
])('rejects control characters in the %s %j', async (field, text) => {
  expect(await send({ ...message, [field]: text })).toMatchObject({
    status: 400,
    body: { code: 'bad_request', fields: { [field]: expect.stringMatching(/\.$/) } },
  });
  expect(await stored()).toEqual([]);
});

it('rejects a body that is too large, of another content type, or not JSON', async () => {
  const post = (body: string, type: string) =>
    api.request('POST', '/api/contact', {
      body: new URLSearchParams({ body }),
      headers: { 'content-type': type },
    });

  const tooLarge = await send({ ...message, message: 'x'.repeat(70_000) });
  expect(tooLarge).toMatchObject({ status: 413 });
  expect(tooLarge.headers.get('connection')).toBe('close');
  expect(await post('<message/>', 'application/xml')).toMatchObject({ status: 415 });
  expect(await post('{', 'application/json')).toMatchObject({ status: 400 });
  expect(await stored()).toEqual([]);
});
