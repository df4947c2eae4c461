import { createHmac, createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { readEnv } from '@/server/config/env';
import { createImageStore } from '@/server/create-deps';
import type { ImageStore } from '@/server/images/image-store';

const keys = { id: 'AKIDEXAMPLE', secret: 'a secret of the double' };

/** An in-memory bucket that checks every signature like S3. */
const bucket = new Map<string, { bytes: Buffer; type: string | undefined }>();
let refusals = 0;
let store: ImageStore;

const server = createServer((req, res) => {
  void answer(req).then(({ status, bytes }) => res.writeHead(status).end(bytes));
});

async function answer(req: IncomingMessage): Promise<{ status: number; bytes?: Buffer }> {
  const chunks: Buffer[] = [];
  const sent: AsyncIterable<Buffer> = req;
  for await (const chunk of sent) chunks.push(chunk);
  if (refusals > 0) {
    refusals -= 1;
    return { status: 503 };
  }
  if (req.headers.authorization !== signatureOf(req)) return { status: 403 };
  const name = req.url ?? '';
  const kept = bucket.get(name);
  if (req.method === 'PUT') {
    bucket.set(name, { bytes: Buffer.concat(chunks), type: req.headers['content-type'] });
    return { status: 200 };
  }
  if (req.method === 'DELETE') {
    bucket.delete(name);
    return { status: 204 };
  }
  return kept ? { status: 200, bytes: kept.bytes } : { status: 404 };
}

/** AWS Signature Version 4, implemented from its specification. */
function signatureOf(req: IncomingMessage): string {
  const [, scope = '', names = ''] =
    /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+),/.exec(req.headers.authorization ?? '') ?? [];
  const headers = names.split(';').map((name) => `${name}:${String(req.headers[name])}\n`);
  const canonical = [
    ...[req.method, req.url, '', headers.join(''), names, req.headers['x-amz-content-sha256']],
  ].join('\n');
  const toSign = [
    ...['AWS4-HMAC-SHA256', req.headers['x-amz-date'], scope],
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
  const key = scope.split('/').reduce<Buffer | string>(hmac, `AWS4${keys.secret}`);
  const signature = hmac(key, toSign).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${keys.id}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  store = createImageStore(
    readEnv({
      APP_ENV: 'development',
      S3_ENDPOINT: `http://127.0.0.1:${String(port)}/`,
      S3_REGION: 'auto',
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: keys.id,
      S3_SECRET_ACCESS_KEY: keys.secret,
    }),
  );
});
beforeEach(() => {
  bucket.clear();
  refusals = 0;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

it('stores, finds and deletes images in the bucket', async () => {
  await store.write('key/card.avif', Buffer.from('a picture'));

  expect([...bucket]).toEqual([
    ['/pictures/images/key/card.avif', { bytes: Buffer.from('a picture'), type: 'application/octet-stream' }],
  ]);
  expect(await store.read('key/card.avif')).toEqual(Buffer.from('a picture'));
  await store.delete(['key/card.avif', 'key/never-was']);
  expect([...bucket]).toEqual([]);
  expect(await store.read('key/card.avif')).toBeUndefined();
});

it('retries if the bucket is busy', async () => {
  refusals = 2;

  await store.write('key/card', Buffer.from('x'));

  expect(bucket.size).toBe(1);
});

it.each(['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])(
  'refuses to start without %s when the others are set',
  (missing) => {
    const whole = {
      S3_ENDPOINT: 'https://s3.example',
      S3_REGION: 'auto',
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    };

    expect(() => readEnv({ APP_ENV: 'development', ...whole, [missing]: '' })).toThrow(
      `The image bucket is only partly configured. Set ${missing} as well`,
    );
  },
);
