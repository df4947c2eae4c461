import sharp from 'sharp';
import { imageSrcSet, imageVariantURL } from '@/lib/contract/plain/image-url';
import { createApp } from '@/server/app';
import { images } from '@/server/db/schema';
import { canvas, photo, setUpImageCalls } from '../../setup/image-calls';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();
const { signedInUser, upload, createImage, processImages } = setUpImageCalls(api);

/** Returns the response body as bytes. */
async function download(url: string) {
  const response = await createApp(api.deps(), { basePath: '/api' }).request(url);
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

it('serves an upload in each size and format after it is processed, and returns 423 before', async () => {
  const imageURL = await createImage(await signedInUser(), await photo());
  const urls = [
    imageURL,
    ...(['card', 'page'] as const).flatMap((size) => [
      imageVariantURL(imageURL, size),
      imageVariantURL(imageURL, size, 'avif'),
      imageVariantURL(imageURL, size, 'webp'),
    ]),
  ];
  for (const url of urls) {
    const { status, headers, body } = await api.request('GET', url);
    expect([status, headers.get('cache-control'), headers.get('retry-after'), body]).toMatchObject([
      423,
      'private, no-store',
      '1',
      { isError: true, code: 'processing' },
    ]);
  }

  await processImages();

  const served = await Promise.all(
    urls.map(async (url) => {
      const { headers, bytes } = await download(url);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-security-policy')).toContain('; sandbox');
      const { width, height } = await sharp(bytes).metadata();
      return [headers.get('content-type'), width, height];
    }),
  );
  expect(served).toEqual([
    ['image/jpeg', 1280, 800],
    ['image/jpeg', 640, 400],
    ['image/avif', 640, 400],
    ['image/webp', 640, 400],
    ['image/jpeg', 1280, 800],
    ['image/avif', 1280, 800],
    ['image/webp', 1280, 800],
  ]);
});

it('returns 304 to a browser that already has the image', async () => {
  const imageURL = await createImage(await signedInUser(), await photo());
  await processImages();
  const { headers } = await api.request('GET', `${imageURL}/card.webp`);

  const response = await api.request('GET', `${imageURL}/card.webp`, {
    headers: { 'if-none-match': headers.get('etag') ?? '' },
  });

  expect([response.status, response.text]).toEqual([304, '']);
});

it('creates a srcset for uploads, but not for tiles', () => {
  const imageURL = `/api/images/${'A'.repeat(22)}`;

  expect(imageSrcSet(imageURL, 'avif')).toBe(`${imageURL}/card.avif 640w, ${imageURL}/page.avif 1280w`);
  expect(imageSrcSet(imageURL)).toBe(`${imageURL}/card 640w, ${imageURL}/page 1280w`);
  expect(imageSrcSet('/api/tiles/React.svg')).toBeUndefined();
});

it('keeps transparency, does not enlarge small images, and applies the orientation', async () => {
  const user = await signedInUser();
  const transparent = await createImage(
    user,
    await canvas(300, 200, { r: 0, g: 0, b: 0, alpha: 0.3 }).png().toBuffer(),
  );
  const rotated = await createImage(
    user,
    await canvas(200, 100).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
  );
  await processImages();

  const shape = async (imageURL: string) => {
    const { format, width, height, orientation } = await sharp((await download(imageURL)).bytes).metadata();
    return { format, width, height, orientation };
  };
  expect(await shape(transparent)).toEqual({
    format: 'png',
    width: 300,
    height: 200,
    orientation: undefined,
  });
  expect(await shape(rotated)).toEqual({ format: 'jpeg', width: 100, height: 200, orientation: undefined });
});

it('serves neither metadata nor foreign data of the uploaded file', async () => {
  const foreignData = '<script>alert(document.domain)</script>';
  const withExif = await canvas(50, 50)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'GPS 52.5 13.4' } })
    .toBuffer();
  const png = await canvas(50, 50).png().toBuffer();
  const polyglots = [
    withExif,
    Buffer.concat([png, Buffer.from(foreignData)]),
    Buffer.concat([png.subarray(0, 33), textChunk(foreignData), png.subarray(33)]),
    Buffer.concat([await canvas(50, 50).gif().toBuffer(), Buffer.from(foreignData)]),
  ];
  const user = await signedInUser();
  for (const bytes of polyglots) {
    const imageURL = await createImage(user, bytes);
    await processImages();
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
    'an SVG with an XML declaration',
    () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    415,
  ],
  ['HTML with the file name of a PNG', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
  ['a PDF', () => Buffer.from('%PDF-1.7'), 415],
  ['a TIFF', () => canvas(10, 10).tiff().toBuffer(), 415],
  ['an empty file', () => Buffer.alloc(0), 415],
  ['only the first bytes of a PNG', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 415],
  ['HTML after the first bytes of a GIF', () => Buffer.from('GIF89a=1;<script>alert(1)</script>'), 415],
  [
    'a truncated WebP',
    async () => (await canvas(900, 900).webp({ lossless: true }).toBuffer()).subarray(0, 60),
    415,
  ],
  ['a truncated AVIF', async () => (await canvas(900, 900).avif().toBuffer()).subarray(0, 200), 415],
  ['16000 × 16000 pixels in a small file', () => bomb(), 413],
  ['an AVIF that takes more than 64 MiB to decode', () => avif(1_987), 413],
  ['more than 8 MiB', () => Buffer.alloc(8 * 1024 * 1024 + 1, '\x89PNG'), 413],
  ['far more than 8 MiB', () => Buffer.alloc(12 * 1024 * 1024, '\x89PNG'), 413],
])('rejects %s, and stores nothing', async (_, make, status) => {
  const response = await upload(await signedInUser(), await make(), 'cover.png');

  expect(response).toMatchObject({
    status,
    body: { isError: true, message: expect.stringMatching(/[.?]$/) },
  });
  expect(await api.db.select().from(images)).toEqual([]);
});

it('accepts an AVIF that takes 64 MiB to decode', async () => {
  expect(await upload(await signedInUser(), await avif(1_986))).toMatchObject({ status: 202 });
});

it('accepts an interlaced PNG with 8 bits per channel that takes 45 of 64 MiB to decode', async () => {
  const interlaced = await canvas(3_000, 3_000).png({ progressive: true, compressionLevel: 1 }).toBuffer();
  expect(await upload(await signedInUser(), interlaced)).toMatchObject({ status: 202 });
});

it.each([
  '/images/short',
  `/images/${'x'.repeat(22)}`,
  `/images/${'x'.repeat(22)}/card.svg`,
  `/images/${'x'.repeat(22)}/original`,
  '/images/..%2f..%2fetc%2fpasswd',
])('returns 404 for %s', async (path) => {
  expect(await api.request('GET', `/api${path}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

it('never serves the original, even before it is processed', async () => {
  const imageURL = await createImage(await signedInUser(), await photo());

  expect((await api.request('GET', `${imageURL}/original`)).status).toBe(404);
});

it('rejects a form without a file, a body that is not a form, and a visitor', async () => {
  const { headers } = await signedInUser();
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

const avif = (sidePx: number) => canvas(sidePx, sidePx, '#36c').avif({ effort: 0 }).toBuffer();

function bomb(): Promise<Buffer> {
  return sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: '#000' } })
    .toColourspace('b-w')
    .png({ compressionLevel: 6 })
    .toBuffer();
}

/** Builds a tEXt chunk of a PNG. Decoders do not check the checksum of ancillary chunks. */
function textChunk(text: string): Buffer {
  const data = Buffer.from(`Comment\0${text}`, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from('tEXt'), data, Buffer.alloc(4)]);
}
