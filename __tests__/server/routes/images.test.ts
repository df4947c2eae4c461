import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { z } from 'zod';
import { imageKey, imageSrcSet, imageVariantURL } from '@/lib/contract/plain/image-url';
import { deleteUnusedImages } from '@/server/commands/images/delete-unused-images';
import { processNextImage } from '@/server/commands/images/process-image';
import { createApp } from '@/server/app';
import { images, products, users } from '@/server/db/schema';
import { buildProduct, buildUser } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const hourMs = 60 * 60 * 1000;

async function member() {
  const user = await buildUser(api.db);
  return { ...user, headers: await api.signIn(user) };
}
type Member = Awaited<ReturnType<typeof member>>;

const canvas = (
  width: number,
  height: number,
  background: string | { r: number; g: number; b: number; alpha: number } = '#36c',
) => sharp({ create: { width, height, channels: 4, background } });
const photo = () => canvas(1_600, 1_000).jpeg().toBuffer();

function upload({ headers }: Pick<Member, 'headers'>, bytes: Buffer, name = 'a.png', remoteAddress?: string) {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], name));
  return api.request('POST', '/api/user/private/images', {
    headers,
    body: form,
    ...(remoteAddress && { remoteAddress }),
  });
}

async function uploaded(who: Member, bytes: Buffer): Promise<string> {
  const { status, body } = await upload(who, bytes);
  expect([status, body]).toMatchObject([
    202,
    { imageURL: expect.stringMatching(/^\/api\/images\/[\w-]{22}$/) },
  ]);
  return z.object({ imageURL: z.string() }).parse(body).imageURL;
}

async function processAll() {
  while (await processNextImage(api.deps()));
}

/** The bytes as they are served: a picture is no text. */
async function download(address: string) {
  const response = await createApp(api.deps(), { basePath: '/api' }).request(address);
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

it('serves an upload in every size and format once it was processed, and 423 until then', async () => {
  const imageURL = await uploaded(await member(), await photo());
  const addresses = [
    imageURL,
    ...(['card', 'page'] as const).flatMap((size) => [
      imageVariantURL(imageURL, size),
      imageVariantURL(imageURL, size, 'avif'),
      imageVariantURL(imageURL, size, 'webp'),
    ]),
  ];
  for (const address of addresses) {
    const { status, headers, body } = await api.request('GET', address);
    expect([status, headers.get('cache-control'), headers.get('retry-after'), body]).toMatchObject([
      423,
      'private, no-store',
      '1',
      { isError: true, code: 'processing' },
    ]);
  }

  await processAll();

  const seen = await Promise.all(
    addresses.map(async (address) => {
      const { headers, bytes } = await download(address);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      const { width, height } = await sharp(bytes).metadata();
      return [headers.get('content-type'), width, height];
    }),
  );
  expect(seen).toEqual([
    ['image/jpeg', 1280, 800],
    ['image/jpeg', 640, 400],
    ['image/avif', 640, 400],
    ['image/webp', 640, 400],
    ['image/jpeg', 1280, 800],
    ['image/avif', 1280, 800],
    ['image/webp', 1280, 800],
  ]);
});

it('answers a browser that has the picture already with 304', async () => {
  const imageURL = await uploaded(await member(), await photo());
  await processAll();
  const { headers } = await api.request('GET', `${imageURL}/card.webp`);

  const again = await api.request('GET', `${imageURL}/card.webp`, {
    headers: { 'if-none-match': headers.get('etag') ?? '' },
  });

  expect([again.status, again.text]).toEqual([304, '']);
});

it('writes srcset for uploads, and none for tiles', () => {
  const imageURL = `/api/images/${'A'.repeat(22)}`;

  expect(imageSrcSet(imageURL, 'avif')).toBe(`${imageURL}/card.avif 640w, ${imageURL}/page.avif 1280w`);
  expect(imageSrcSet(imageURL)).toBe(`${imageURL}/card 640w, ${imageURL}/page 1280w`);
  expect(imageSrcSet('/api/tiles/React.svg')).toBeUndefined();
});

it('keeps a transparent picture transparent, a small one small, and turns one as its camera was held', async () => {
  const who = await member();
  const glass = await uploaded(
    who,
    await canvas(300, 200, { r: 0, g: 0, b: 0, alpha: 0.3 }).png().toBuffer(),
  );
  const turned = await uploaded(
    who,
    await canvas(200, 100).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
  );
  await processAll();

  const shape = async (imageURL: string) => {
    const { format, width, height, orientation } = await sharp((await download(imageURL)).bytes).metadata();
    return { format, width, height, orientation };
  };
  expect(await shape(glass)).toEqual({ format: 'png', width: 300, height: 200, orientation: undefined });
  expect(await shape(turned)).toEqual({ format: 'jpeg', width: 100, height: 200, orientation: undefined });
});

it('serves nothing of the bytes that came: no metadata, no stowaway', async () => {
  const stowaway = '<script>alert(document.domain)</script>';
  const withExif = await canvas(50, 50)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'GPS 52.5 13.4' } })
    .toBuffer();
  const png = await canvas(50, 50).png().toBuffer();
  const polyglots = [
    withExif,
    Buffer.concat([png, Buffer.from(stowaway)]),
    Buffer.concat([png.subarray(0, 33), textChunk(stowaway), png.subarray(33)]),
    Buffer.concat([await canvas(50, 50).gif().toBuffer(), Buffer.from(stowaway)]),
  ];
  const who = await member();
  for (const bytes of polyglots) {
    const imageURL = await uploaded(who, bytes);
    await processAll();
    for (const ending of ['', '/card', '/page.webp', '/page.avif']) {
      const served = (await download(imageURL + ending)).bytes;
      expect((await sharp(served).metadata()).width).toBe(50);
      expect(served.toString('latin1')).not.toMatch(/script|GPS 52/);
    }
  }
});

it.each([
  [
    'an SVG',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    415,
  ],
  [
    'an SVG behind an XML head',
    () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    415,
  ],
  ['HTML that is called a PNG', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
  ['a PDF', () => Buffer.from('%PDF-1.7'), 415],
  ['a TIFF', () => canvas(10, 10).tiff().toBuffer(), 415],
  ['nothing', () => Buffer.alloc(0), 415],
  ['the first bytes of a PNG alone', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 415],
  ['HTML behind the first bytes of a GIF', () => Buffer.from('GIF89a=1;<script>alert(1)</script>'), 415],
  [
    'a truncated WebP',
    async () => (await canvas(900, 900).webp({ lossless: true }).toBuffer()).subarray(0, 60),
    415,
  ],
  ['a truncated AVIF', async () => (await canvas(900, 900).avif().toBuffer()).subarray(0, 200), 415],
  ['16000 × 16000 pixels in few bytes', () => bomb(), 413],
  ['more than 8 MiB', () => Buffer.alloc(8 * 1024 * 1024 + 1, '\x89PNG'), 413],
  ['far more than 8 MiB', () => Buffer.alloc(12 * 1024 * 1024, '\x89PNG'), 413],
])('refuses %s, and stores nothing', async (_, make, status) => {
  const answered = await upload(await member(), await make(), 'cover.png');

  expect(answered).toMatchObject({
    status,
    body: { isError: true, message: expect.stringMatching(/[.?]$/) },
  });
  expect(await api.db.select().from(images)).toEqual([]);
});

it.each([
  [
    'PNG',
    () =>
      sharp(Buffer.alloc(300 * 300 * 3, 7), { raw: { width: 300, height: 300, channels: 3 } })
        .png({ compressionLevel: 0 })
        .toBuffer(),
  ],
  ['JPEG', photo],
])('refuses a truncated %s when it is processed, and gives its product the tile back', async (_, make) => {
  const who = await member();
  const whole = await make();
  const imageURL = await uploaded(who, whole.subarray(0, Math.floor(whole.length * 0.7)));
  const { id } = await submitWith(who, imageURL);

  await processAll();

  expect(await api.request('GET', imageURL)).toMatchObject({
    status: 415,
    body: { code: 'unsupported_media', message: "We can't read that image. Is the file complete?" },
  });
  expect(await findOwn(who, id)).toMatchObject({ imageURL: '/api/tiles/Figgle.svg' });
});

it('gives up a picture that was begun four times and never finished', async () => {
  const imageURL = await uploaded(await member(), await photo());
  await api.db.update(images).set({ attemptCount: 4 });

  await processAll();

  expect(await api.request('GET', imageURL)).toMatchObject({ status: 415 });
});

it('does not begin a picture that another process has begun, until its time is up', async () => {
  await uploaded(await member(), await photo());
  await api.db.update(images).set({ claimedUntil: new Date(testNow.getTime() + 60_000) });

  expect(await processNextImage(api.deps())).toBe(false);
  api.clock.now = new Date(testNow.getTime() + 60_001);
  expect(await processNextImage(api.deps())).toBe(true);
});

it('does each picture once, however many work on the queue', async () => {
  const who = await member();
  for (let count = 0; count < 6; count += 1) await uploaded(who, await canvas(20, 20).png().toBuffer());

  const worked = await Promise.all(
    Array.from({ length: 4 }, async () => {
      let done = 0;
      while (await processNextImage(api.deps())) done += 1;
      return done;
    }),
  );

  expect(worked.reduce((sum, done) => sum + done, 0)).toBe(6);
  expect(await api.db.select().from(images)).toMatchObject(
    Array.from({ length: 6 }, () => ({ status: 'processed', attemptCount: 1, widthPx: 20 })),
  );
});

it.each([
  '/images/short',
  `/images/${'x'.repeat(22)}`,
  `/images/${'x'.repeat(22)}/card.svg`,
  `/images/${'x'.repeat(22)}/original`,
  '/images/..%2f..%2fetc%2fpasswd',
])('knows no picture at %s', async (path) => {
  expect(await api.request('GET', `/api${path}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

it('never serves the original, even while it waits', async () => {
  const imageURL = await uploaded(await member(), await photo());

  expect((await api.request('GET', `${imageURL}/original`)).status).toBe(404);
});

it('gives a product its picture, which another member cannot take', async () => {
  const ada = await member();
  const imageURL = await uploaded(ada, await photo());
  const { id } = await submitWith(ada, imageURL);

  expect(await findOwn(ada, id)).toMatchObject({ imageURL });
  const thief = await submit(await member(), { url: 'https://thief.example/', imageURL });
  expect(thief).toMatchObject({ status: 400, body: { fields: { imageURL: expect.any(String) } } });
});

it('names the picture in lists and in search', async () => {
  const ada = await member();
  const imageURL = await uploaded(ada, await photo());
  const [image] = await api.db.select().from(images);
  await buildProduct(api.db, { name: 'Figgle', imageId: image?.id });

  expect((await api.request('GET', '/api/products')).body).toMatchObject({ products: [{ imageURL }] });
  const { body } = await api.request('POST', '/1/indexes/tool-fyi/query', { body: { query: 'figgle' } });
  expect(body).toMatchObject({ hits: [{ imageURL }] });
});

it('keeps the image of an approved product public, and both files, while another image waits', async () => {
  const ada = await member();
  const old = await uploaded(ada, await canvas(20, 20).png().toBuffer());
  const [image] = await api.db.select().from(images);
  const product = await buildProduct(api.db, { name: 'Figgle', submitterId: ada.id, imageId: image?.id });
  const imageURL = await uploaded(ada, await canvas(20, 20).png().toBuffer());
  await processAll();
  const path = `/api/user/private/products/${product.id}`;
  const change = (url: string | null) =>
    api.request('PATCH', path, { headers: ada.headers, body: { imageURL: url } });
  const page = async () => (await api.request('GET', `/api/products/${product.slug}`)).body;

  expect((await change(imageURL)).body).toMatchObject({
    product: { status: 'pending', imageURL, publishedVersion: { imageURL: old } },
  });
  expect(await page()).toMatchObject({ product: { imageURL: old } });
  api.clock.now = new Date(testNow.getTime() + 30 * hourMs);
  await deleteUnusedImages(api.deps());
  for (const url of [old, imageURL]) expect((await api.request('GET', url)).status).toBe(200);

  expect((await change(null)).body).toMatchObject({
    product: { status: 'pending', imageURL: '/api/tiles/Figgle.svg', publishedVersion: { imageURL: old } },
  });
  expect((await change(old)).body).toMatchObject({ product: { status: 'approved', imageURL: old } });
  expect(await page()).toMatchObject({ product: { imageURL: old } });
});

it('deletes uploads that nobody used within a day, and those that were replaced, with every file', async () => {
  const ada = await member();
  const [used, unused, replaced, avatar] = [
    await uploaded(ada, await canvas(20, 20).png().toBuffer()),
    await uploaded(ada, await canvas(20, 20).png().toBuffer()),
    await uploaded(ada, await canvas(20, 20).png().toBuffer()),
    await uploaded(ada, await canvas(20, 20).png().toBuffer()),
  ];
  await processAll();
  const { id } = await submitWith(ada, replaced);
  await api.request('PATCH', `/api/user/private/products/${id}`, {
    headers: ada.headers,
    body: { imageURL: used },
  });
  await api.db.update(users).set({ avatarURL: avatar }).where(eq(users.id, ada.id));
  const statuses = () =>
    Promise.all([used, unused, replaced, avatar].map(async (url) => (await api.request('GET', url)).status));

  api.clock.now = new Date(testNow.getTime() + 24.5 * hourMs);
  await deleteUnusedImages(api.deps());
  expect(await statuses()).toEqual([200, 200, 200, 200]);

  api.clock.now = new Date(testNow.getTime() + 25 * hourMs + 1);
  await deleteUnusedImages(api.deps());
  expect(await statuses()).toEqual([200, 404, 404, 200]);
  for (const url of [unused, replaced]) {
    expect(await api.deps().images.read(`${imageKey(url) ?? ''}/card.avif`)).toBeUndefined();
  }
});

it('does not give a product an upload that is about to be deleted', async () => {
  const ada = await member();
  const imageURL = await uploaded(ada, await photo());
  await api.db.update(images).set({ createdAt: new Date(testNow.getTime() - 24 * hourMs) });

  expect(await submit(ada, { imageURL })).toMatchObject({
    status: 400,
    body: { fields: { imageURL: expect.any(String) } },
  });
});

it('refuses a form without a file, a body that is no form, and a guest', async () => {
  const { headers } = await member();
  const send = (body: unknown, more: Record<string, string> = {}) =>
    api.request('POST', '/api/user/private/images', { headers: { ...headers, ...more }, body });

  expect(await send(new FormData())).toMatchObject({ status: 400 });
  const named = new FormData();
  named.set('file', 'a string');
  expect(await send(named)).toMatchObject({ status: 400, body: { fields: { file: 'Choose an image.' } } });
  expect(await send({ file: 'x' })).toMatchObject({ status: 415 });
  expect(await send({ file: 'x' }, { 'content-type': 'multipart/form-data; boundary=x' })).toMatchObject({
    status: 400,
  });
  expect(await upload({ headers: { accessToken: 'Bearer x' } }, await photo())).toMatchObject({
    status: 401,
  });
  expect(await api.db.select().from(images)).toEqual([]);
});

const submit = ({ headers }: Member, overrides: object) =>
  api.request('POST', '/api/user/private/products', {
    headers,
    body: {
      url: 'https://figgle.example/',
      name: 'Figgle',
      tagline: 'Draw together in the browser',
      tags: ['Design'],
      ...overrides,
    },
  });

async function submitWith(who: Member, imageURL: string): Promise<{ id: string }> {
  expect(await submit(who, { imageURL })).toMatchObject({ status: 201, body: { product: { imageURL } } });
  const [product] = await api.db.select({ id: products.id }).from(products);
  if (!product) throw new Error('Nothing was submitted');
  return product;
}

async function findOwn({ headers }: Member, id: string): Promise<unknown> {
  const { body } = await api.request('GET', `/api/user/private/products/${id}`, { headers });
  return z.object({ product: z.unknown() }).parse(body).product;
}

function bomb(): Promise<Buffer> {
  return sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: '#000' } })
    .toColourspace('b-w')
    .png({ compressionLevel: 6 })
    .toBuffer();
}

/** A tEXt chunk of a PNG; its checksum is not looked at in ancillary chunks. */
function textChunk(text: string): Buffer {
  const data = Buffer.from(`Comment\0${text}`, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from('tEXt'), data, Buffer.alloc(4)]);
}
