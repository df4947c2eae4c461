import { contactMessages } from '@/server/db/schema';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();
const message = { name: 'Ada', email: 'ada@example.com', message: 'The search finds what I look for.' };
const send = (body: unknown) => api.request('POST', '/api/contact', { body });
const stored = () => api.db.select().from(contactMessages);

it('stores a message', async () => {
  expect(await send(message)).toMatchObject({ status: 200, body: { isError: false } });

  expect(await stored()).toMatchObject([{ ...message, answeredAt: null }]);
});

it('accepts a form from a browser without JavaScript', async () => {
  const { status, headers } = await api.request('POST', '/api/contact', {
    body: new URLSearchParams(message),
    headers: { accept: 'text/html' },
  });

  expect([status, headers.get('location')]).toEqual([303, '/support?sent=1']);
  expect(await stored()).toHaveLength(1);
});

it('returns success to a bot that fills the honeypot, and stores nothing', async () => {
  expect(await send({ ...message, hp: 'x' })).toMatchObject({ status: 200 });
  expect(await stored()).toEqual([]);
});

it.each([
  [{ ...message, email: 'ada' }, 'email'],
  [{ ...message, message: 'short' }, 'message'],
  [{ ...message, message: 'x'.repeat(5_001) }, 'message'],
  [{ ...message, name: 'x'.repeat(101) }, 'name'],
  [{ email: message.email }, 'message'],
])('names the invalid field and stores nothing', async (body, field) => {
  expect(await send(body)).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } });
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
