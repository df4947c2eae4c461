import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createApp } from '@/server/app';
import { buildProduct } from '../../setup/build';
import { buildSignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();

const browser = 'gzip, deflate, br, zstd';

async function ask(path: string, accepted: string, body?: string) {
  const response = await createApp(api.deps(), { basePath: '/api' }).request(path, {
    headers: { 'accept-encoding': accepted },
    ...(body && { method: 'POST', body }),
  });
  const encoding = response.headers.get('content-encoding');
  const bytes = Buffer.from(await response.arrayBuffer());
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
  const text = (unpack ? unpack(bytes) : bytes).toString().replace(/TimeMS":\d+/g, 'TimeMS":0');
  return { encoding, bytes: bytes.length, text, vary: response.headers.get('vary') };
}

async function buildProducts(submitterId?: string) {
  for (let index = 0; index < 8; index += 1) {
    await buildProduct(api.db, { name: `Forge ${index}`, tagline: `Builds ${'x'.repeat(80)}`, submitterId });
  }
}

it('compresses a search and the first answer to a public call in the encoding that the client accepts', async () => {
  await buildProducts();
  const search = JSON.stringify({ query: 'forge' });
  for (const [path, body] of [['/api/products'], ['/1/indexes/tool-fyi/query', search]] as const) {
    const plain = await ask(path, '', body);
    expect(plain.encoding).toBeNull();
    for (const [accepted, encoding] of [
      [browser, 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['zstd', null],
    ] as const) {
      api.deps().responseCache.clear();
      const answer = await ask(path, accepted, body);
      expect([answer.encoding, answer.vary]).toEqual([encoding, expect.stringContaining('Accept-Encoding')]);
      expect(answer.text).toBe(plain.text);
      if (encoding) expect(answer.bytes).toBeLessThan(plain.bytes / 3);
    }
  }
});

it('compresses a search of long texts as well', async () => {
  const descriptionHTML = `<p>${'forge and build '.repeat(400)}</p>`;
  for (let index = 0; index < 12; index += 1)
    await buildProduct(api.db, { name: `Forge ${index}`, descriptionHTML });
  const [path, body] = ['/1/indexes/tool-fyi/query', JSON.stringify({ query: 'forge' })];
  const plain = await ask(path, '', body);
  expect(plain.bytes).toBeGreaterThan(64 * 1024);
  for (const encoding of ['br', 'gzip']) {
    expect(await ask(path, encoding, body)).toMatchObject({ encoding, text: plain.text });
  }
});

it('sends short answers as they are', async () => {
  expect(await ask('/api/tags', browser)).toMatchObject({ encoding: null });
});

it('sends the answers of members as they are, whatever their length', async () => {
  const { id, headers } = await buildSignedInUser(api, { handle: 'ada' });
  await buildProducts(id);
  const response = await createApp(api.deps(), { basePath: '/api' }).request('/api/user/private/products', {
    headers: { ...headers, 'accept-encoding': browser },
  });
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null]);
  expect((await response.text()).length).toBeGreaterThan(2_000);
});
