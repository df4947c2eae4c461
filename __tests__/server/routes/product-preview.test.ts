import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { productPreview } from '@/lib/contract/product-preview';
import { imageTasks } from '@/server/commands/images/process-image';
import { canonicalURL } from '@/server/web/canonical-url';
import { buildProduct, buildUser } from '../../setup/build';
import { png } from '../../setup/icon-files';
import { setUpFakeWeb } from '../../setup/fake-web';
import { setUpTestApp } from '../../setup/test-app';
import { runNext } from '../../setup/tasks';

const web = setUpFakeWeb();
const api = setUpTestApp({}, { fetchPage: web.fetchPage });

async function requestPreview(url: string) {
  const headers = await api.signIn(await buildUser(api.db));
  return api.request('POST', '/api/user/private/products/preview', { headers, body: { url } });
}

const preview = async (url: string) => productPreview.parse((await requestPreview(url)).body);
const listed = (slug: string, url: string, overrides = {}) =>
  buildProduct(api.db, { slug, url, canonicalURL: canonicalURL(url) ?? '', ...overrides });

it('reads the name, tagline, icon and screenshot of a page', async () => {
  const cover = await sharp({ create: { width: 600, height: 315, channels: 3, background: '#fc0' } })
    .png()
    .toBuffer();
  const touchIcon = await png(180, 'red');
  web.serve('figgle.example/touch.png', (_, res) => res.writeHead(200).end(touchIcon));
  web.serve('figgle.example/cover.png', (_, res) =>
    res.writeHead(200, { 'content-type': 'image/png' }).end(cover),
  );
  web.serve(
    'figgle.example/',
    `<!doctype html><html><head>
      <!-- <title>Not this</title> --><script>document.write("<title>Nor this</title>")</script>
      <TITLE>
        Figgle &#8211; Design &amp; draw
      </TITLE>
      <META content="Draw&nbsp;together,  in the\u202E browser. Figgle is free for teams of up to three, and does a great deal more than anybody could need or want." Name=Description>
      <link rel=apple-touch-icon href=touch.png>
      <meta property='og:image' content='/cover.png'></head><body><title>Nor that</title>`,
  );

  const read = await preview('figgle.example/?utm_source=us#top');

  expect(read).toEqual({
    url: 'https://figgle.example/',
    name: 'Figgle',
    tagline: 'Draw together, in the browser.',
    iconURL: expect.stringMatching(/^\/api\/images\/[\w-]{22}$/),
    screenshotURL: expect.stringMatching(/^\/api\/images\/[\w-]{22}$/),
    similar: [],
  });
  const requestImage = () => api.request('GET', read.screenshotURL ?? '');
  expect(await requestImage()).toMatchObject({ status: 423, body: { code: 'processing' } });
  while (await runNext(imageTasks, api.deps()));
  const { status, headers } = await requestImage();
  expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect((await api.request('GET', `${read.iconURL ?? ''}/mark.webp`)).status).toBe(200);
});

it('takes no screenshot from an image of less than 600 pixels', async () => {
  const narrow = await png(599, 'red');
  web.serve('figgle.example/', '<title>Figgle</title><meta property=og:image content=/a.png>');
  web.serve('figgle.example/a.png', (_, res) => res.writeHead(200).end(narrow));

  expect(await preview('figgle.example')).not.toHaveProperty('screenshotURL');
});

it.each([
  ['Linear – Plan and build products', 'linear.example', 'Linear', 'Plan and build products'],
  ['The best icons | Iconify', 'iconify.example', 'Iconify', 'The best icons'],
  [
    'Home · Acme Tools for everybody',
    'acme-tools.example',
    'Acme Tools for everybody',
    'Acme Tools for everybody',
  ],
  ['Ναυσικά: σχεδιάστε χάρτες', 'maps.example', 'Ναυσικά', 'σχεδιάστε χάρτες'],
  ['Just a moment...', 'guarded.example', '', ''],
  ['', 'untitled.example', '', ''],
  ['x', 'short.example', '', ''],
  [
    'word '.repeat(60),
    'long.example',
    expect.stringMatching(/^(word ){5,}word…$/),
    expect.stringMatching(/…$/),
  ],
])('splits the title %p of %s into the name %p and the tagline %p', async (title, host, name, tagline) => {
  web.serve(`${host}/`, `<title>${title}</title>`);

  expect(await preview(`http://${host}/`)).toMatchObject({ name, tagline });
});

it.each([
  ['utf-8', 'text/html; charset=utf-8', Buffer.from('<title>Café Zoë</title>')],
  ['latin1 by its header', 'text/html; charset=ISO-8859-1', Buffer.from('<title>Café Zoë</title>', 'latin1')],
  [
    'an encoding by its meta',
    'text/html',
    Buffer.from('<meta charset="macintosh"><title>Caf\x8e Zo\x91</title>', 'latin1'),
  ],
  ['latin1 without a declaration', 'text/html', Buffer.from('<title>Café Zoë</title>', 'latin1')],
  ['utf-16', 'text/html', Buffer.from('\uFEFF<title>Café Zoë</title>', 'utf16le')],
  ['an unknown encoding', 'text/html; charset=klingon', Buffer.from('<title>Café Zoë</title>')],
])('reads a page in %s', async (_, contentType, bytes) => {
  web.serve('cafe.example/', (_req, res) => res.writeHead(200, { 'content-type': contentType }).end(bytes));

  expect(await preview('http://cafe.example/')).toMatchObject({ name: 'Café Zoë' });
});

it.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
])('reads only the first MiB of a decompressed %s body', async (coding, compress) => {
  const page = (filler: number) => compress(`<!--${' '.repeat(filler)}--><title>Behind it</title>`);
  const serve = (path: string, bytes: Buffer) =>
    web.serve(`packed.example${path}`, (_, res) => {
      res.writeHead(200, { 'content-type': 'text/html', 'content-encoding': coding }).end(bytes);
    });
  serve('/small', page(1_000_000));
  serve('/bomb', page(64 * 1024 * 1024));

  expect(await preview('http://packed.example/small')).toMatchObject({ name: 'Behind it' });
  const beforeBytes = process.memoryUsage().arrayBuffers;
  expect(await preview('http://packed.example/bomb')).toMatchObject({ name: '', tagline: '' });
  expect(process.memoryUsage().arrayBuffers - beforeBytes).toBeLessThan(16 * 1024 * 1024);
});

it('stops reading a page that takes longer than 10 seconds', async () => {
  web.serve('slow.example/', (_, res) => {
    res.writeHead(200, { 'content-type': 'text/html' });
    const drip = setInterval(() => res.write(' '), 200);
    res.on('close', () => clearInterval(drip));
  });
  // The ten seconds pass in a moment.
  const startTimeout = AbortSignal.timeout.bind(AbortSignal);
  const timeouts = jest
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => startTimeout(ms === 10_000 ? 500 : ms));

  expect(await preview('http://slow.example/')).toEqual({
    url: 'http://slow.example/',
    name: '',
    tagline: '',
    problem: 'No answer within 10 seconds.',
    similar: [],
  });
  expect(timeouts).toHaveBeenCalledWith(10_000);
  timeouts.mockRestore();
});

it('returns the problem of a page together with an empty preview', async () => {
  web.serve('public.example/missing-title', '<p>Nothing');
  web.serve('public.example/pdf', '%PDF', { 'content-type': 'application/pdf' });
  web.serve('public.example/down', (_, res) => res.writeHead(503).end());
  web.serve('public.example/reset', (_, res) => res.destroy());
  web.serve('public.example/odd', (_, res) => res.writeHead(200, { 'content-encoding': 'zstd, x' }).end('x'));
  web.serve('public.example/loop', (_, res) => res.writeHead(302, { location: '/loop' }).end());
  web.serve('public.example/nowhere', (_, res) => res.writeHead(302, { location: 'http://' }).end());
  const problemOf = async (url: string) => (await preview(`http://${url}`)).problem;

  expect(await problemOf('public.example/missing-title')).toBeUndefined();
  expect(await problemOf('public.example/pdf')).toBe("This link doesn't lead to a web page.");
  expect(await problemOf('public.example/down')).toBe('The site responds with status 503.');
  expect(await problemOf('public.example/reset')).toBe("The site isn't responding.");
  expect(await problemOf('public.example/odd')).toBe("The response uses a compression that we can't read.");
  expect(await problemOf('public.example/loop')).toBe('The page redirects more than 5 times.');
  expect(await problemOf('public.example/nowhere')).toBe('The page redirects to an invalid link.');
  expect(await problemOf('unknown.example/')).toBe("We can't find that site. Is the link spelled correctly?");
});

it('uses the canonical URL of a redirect, but not a redirect to another site', async () => {
  web.serve('spelt.example/', (_, res) =>
    res.writeHead(301, { location: 'https://www.spelt.example/' }).end(),
  );
  web.serve('www.spelt.example/', '<title>Spelt</title>');
  web.serve('short.example/abc', (_, res) =>
    res.writeHead(302, { location: 'http://www.spelt.example/' }).end(),
  );

  expect(await preview('http://spelt.example')).toMatchObject({
    url: 'https://www.spelt.example/',
    name: 'Spelt',
  });
  expect(await preview('http://short.example/abc?id=1&fbclid=2')).toMatchObject({
    url: 'http://short.example/abc?id=1',
  });
});

it('returns a product that is already listed without a request to the site', async () => {
  const product = await listed('figgle', 'https://figgle.example/');

  expect(await preview('http://www.figgle.example/index.html?utm_source=x#y')).toMatchObject({
    duplicateOf: { id: product.id, slug: 'figgle', status: 'approved', isOwn: false },
  });
  expect(web.dialled).toEqual([]);
});

it('returns a listed product that a page redirects to', async () => {
  await listed('figgle', 'https://figgle.example/');
  web.serve('figgle.example/', '<title>Figgle</title>');
  web.serve('short.example/abc', (_, res) =>
    res.writeHead(302, { location: 'http://figgle.example/' }).end(),
  );

  expect(await preview('http://short.example/abc')).toMatchObject({ duplicateOf: { slug: 'figgle' } });
});

it('returns approved products with similar names', async () => {
  await listed('fig-gle', 'https://fig-gle.example/', { name: 'Fig-gle' });
  await listed('figgle-pro', 'https://pro.example/', { name: 'Figgle Pro' });
  await listed('fighle', 'https://fighle.example/', { name: 'Fighle' });
  await listed('other', 'https://other.example/', {
    name: 'Other',
    tagline: 'Made with Figgle for everybody',
  });
  await listed('figgle-2', 'https://two.example/', { name: 'Figgle', status: 'pending' });
  web.serve('figgle.example/', '<title>Figgle</title>');

  const { similar } = await preview('http://figgle.example/');

  expect(similar.map(({ slug }) => slug).sort()).toEqual(['fig-gle', 'figgle-pro', 'fighle']);
});

it('finds duplicates and similar names for incomplete input, without a request to a site', async () => {
  const ada = await buildUser(api.db);
  const headers = await api.signIn(ada);
  await listed('figgle', 'https://figgle.example/', {
    name: 'Figgle',
    submitterId: ada.id,
    status: 'rejected',
  });
  await listed('figgler', 'https://figgler.example/', { name: 'Figgler' });
  const find = async (query: string) =>
    (await api.request('GET', `/api/user/private/duplicates?${query}`, { headers })).body;

  expect(await find('url=figgle.example&name=Figgle')).toMatchObject({
    duplicateOf: { slug: 'figgle', isOwn: true, status: 'rejected' },
    similar: [{ slug: 'figgler' }],
  });
  expect(await find('name=Figg')).toMatchObject({ similar: [{ slug: 'figgler' }] });
  for (const query of ['', 'url=&name=', 'url=h', 'url=https%3A%2F%2F', 'name=Fig', 'name=%F0%9F%A6%84']) {
    expect(await find(query)).toEqual({ isError: false, similar: [] });
  }
  expect(web.dialled).toEqual([]);
});
