import { createApp } from '@/server/app';
import { buildSignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();

/** One transparent pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('an upload', () => {
  const send = async (contentType: string, body: Buffer) => {
    const { headers } = await buildSignedInUser(api);
    const app = createApp(api.deps(), { basePath: '/api' });
    return app.request('/api/user/private/images', {
      method: 'POST',
      headers: { ...headers, 'content-type': contentType },
      body: new Uint8Array(body),
    });
  };
  const form = (boundary: string, before = '', name = 'name="file"; filename="a.png"') =>
    Buffer.concat([
      Buffer.from(`${before}--${boundary}\r\ncontent-disposition: form-data; ${name}\r\n`),
      Buffer.from('Content-Type: image/png\r\n\r\n'),
      png,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);

  const manyFields = (count: number) =>
    Buffer.concat([
      Buffer.from('--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n\r\n'.repeat(count - 1)),
      form('b'),
    ]);

  const valueless = Buffer.from('--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n');

  it.each([
    ['of 1 character', 'x'],
    ['of 70 characters', 'b'.repeat(70)],
    ['of a browser', '----WebKitFormBoundary7MA4YWxkTrZu0gW'],
  ])('is accepted with a boundary %s', async (_, boundary) => {
    expect((await send(`multipart/form-data; boundary=${boundary}`, form(boundary))).status).toBe(202);
  });

  it('is accepted with every character that a boundary may contain', async () => {
    const boundary = "azAZ09'()+_,-./:=? x";

    expect((await send(`multipart/form-data; boundary="${boundary}"`, form(boundary))).status).toBe(202);
  });

  it.each([
    ['a field without a value line', Buffer.concat([valueless, form('b')]), 202],
    ['a preamble', form('b', 'This is a form.\r\n'), 202],
    ['a file name with a quote', form('b', '', 'name="file"; filename="a%22.png"'), 202],
    ['an unquoted name', form('b', '', 'name=file; filename="a.png"'), 202],
    ['another field', form('b', '', 'name="picture"; filename="a.png"'), 400],
    ['no name', form('b', '', 'filename="a.png"'), 400],
    ['no end', form('b').subarray(0, -6), 400],
    ['nothing', Buffer.from(''), 400],
    ['20 fields', manyFields(20), 202],
    ['21 fields', manyFields(21), 400],
  ])('with %s', async (_, body, status) => {
    expect((await send('multipart/form-data; boundary=b', body)).status).toBe(status);
  });

  it.each(['', '; boundary=', `; boundary=${'b'.repeat(71)}`, '; boundary="b "'])(
    'is refused with the type "multipart/form-data%s"',
    async (parameter) => {
      const answer = await send(`multipart/form-data${parameter}`, form('b'));

      expect(await answer.json()).toMatchObject({ code: 'bad_request', message: "We can't read this form." });
    },
  );
});

describe('JSON', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const post = (path: string, body: string) =>
    createApp(api.deps(), { basePath: '/api' }).request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });

  it.each([
    [32, 'contact', '/api/contact', (json: string) => json],
    [31, 'search', '/1/indexes/tool-fyi/query', (json: string) => `{"x":${json}}`],
  ])('may be nested %i levels deep in a request of %s, and not deeper', async (depth, _, path, wrap) => {
    const accepted = await post(path, wrap(nested(depth)));
    const refused = await post(path, wrap(nested(depth + 1)));

    expect(await accepted.text()).not.toMatch(/valid JSON|Invalid JSON/);
    expect(await refused.text()).toMatch(/valid JSON|Invalid JSON/);
    expect(refused.status).toBe(400);
  });

  it('may contain any number of brackets in a text', async () => {
    const message = `A question with "quotes", \\ and ${'['.repeat(100)}`;

    const answer = await post('/api/contact', JSON.stringify({ email: 'ada@x.example', message }));

    expect(answer.status).toBe(200);
  });
});
