import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { imageKey } from '@/lib/contract/plain/image-url';
import { product as productSchema } from '@/lib/contract/product';
import { checkNextIcon } from '@/server/commands/images/check-site-icon';
import { imageTasks } from '@/server/commands/images/process-image';
import { images, products } from '@/server/db/schema';
import { fetchSiteIcons } from '@/server/jobs/site-jobs';
import { buildProduct } from '../../setup/build';
import { PUBLIC_ADDRESS, setUpFakeWeb } from '../../setup/fake-web';
import { COLORS, png, svg } from '../../setup/icon-files';
import type { IconSite } from '../../setup/icon-site';
import { createIconSites } from '../../setup/icon-sites';
import { setUpTestApp, testNow } from '../../setup/test-app';
import { runNext } from '../../setup/tasks';

const web = setUpFakeWeb();
const api = setUpTestApp({ fetchesSiteIcons: true }, { fetchPage: web.fetchPage });
const weekMs = 7 * 24 * 60 * 60 * 1000;
const running = () => new AbortController().signal;

async function checkAll(signal = running()) {
  while (await checkNextIcon(api.deps(), signal));
  while (await runNext(imageTasks, api.deps()));
}

async function shown(slug: string) {
  const { body } = await api.request('GET', `/api/products/${slug}`);
  return productSchema.parse(typeof body === 'object' && body !== null && Reflect.get(body, 'product'));
}

/** The name of the color that the middle of a mark has. */
async function colorOf(iconURL: string) {
  const bytes = await api.deps().images.read(`${imageKey(iconURL) ?? ''}/mark.webp`);
  if (!bytes) return 'not processed';
  const [red = 0, green = 0, blue = 0] = await sharp(bytes)
    .extract({ left: 64, top: 64, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  const isNear = (hex: string) =>
    [red, green, blue].every(
      (channel, index) =>
        Math.abs(channel - Number.parseInt(hex.slice(1 + 2 * index, 3 + 2 * index), 16)) < 16,
    );
  return Object.entries(COLORS).find(([, hex]) => isNear(hex))?.[0];
}

const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

async function open(name: string, { head = '', files = {}, url, addresses = {} }: IconSite) {
  const slug = slugOf(name);
  const page = new URL(url ?? `https://${slug}.example/`);
  web.serve(page.host + page.pathname, `<title>x</title>${head}`);
  for (const [path, answer] of Object.entries(files)) {
    const address = path.startsWith('/') ? page.host + path : path;
    if (typeof answer === 'function') web.serve(address, answer);
    else web.serve(address, (_, res) => res.writeHead(200).end(answer));
  }
  for (const [host, ips] of Object.entries(addresses)) web.names.set(host, ips);
  await buildProduct(api.db, { slug, name: `Q ${slug}`.slice(0, 60), url: page.href });
}

it('ends with the right mark or the tile for every site, and asks no private address', async () => {
  const sites = Object.entries(await createIconSites());
  expect(sites.length).toBeGreaterThanOrEqual(50);
  for (const [name, site] of sites) await open(name, site);

  await checkAll();

  const marks: Record<string, string | undefined> = {};
  for (const [name] of sites) {
    const { iconSource, iconURL } = await shown(slugOf(name));
    marks[name] = iconSource === 'site' ? await colorOf(iconURL) : iconSource;
  }
  expect(marks).toEqual(Object.fromEntries(sites.map(([name, { mark }]) => [name, mark ?? 'generated'])));
  expect(new Set(web.dialled)).toEqual(new Set([PUBLIC_ADDRESS]));
  expect(web.canaryCount).toBe(0);
});

it('gives up a site that does not answer in time, and goes on with the next one', async () => {
  await open('Slow', { files: { '/': () => undefined, '/favicon.ico': () => undefined } });
  await open('Quick', { files: { '/favicon.ico': await png(64, 'red') } });

  await checkNextIcon(api.deps(), AbortSignal.timeout(200));
  await checkAll();

  expect((await shown('slow')).iconSource).toBe('generated');
  expect((await shown('quick')).iconSource).toBe('site');
});

it('asks again after a week, under the condition that the icon has changed, and downloads only a new one', async () => {
  const conditions: (string | undefined)[] = [];
  let icon = { etag: '"one"', bytes: await png(180, 'red') };
  await open('Figgle', {
    head: '<link rel="apple-touch-icon" href="/touch.png">',
    files: {
      '/touch.png': ({ headers }, res) => {
        const condition = headers['if-none-match'];
        conditions.push(condition);
        if (condition === icon.etag) res.writeHead(304).end();
        else res.writeHead(200, { etag: icon.etag }).end(icon.bytes);
      },
    },
  });
  await checkAll();
  const first = (await shown('figgle')).iconURL;
  await checkAll();
  expect(conditions).toEqual([undefined]);

  api.clock.now = new Date(testNow.getTime() + weekMs);
  await checkAll();
  expect(conditions).toEqual([undefined, '"one"']);
  expect((await shown('figgle')).iconURL).toBe(first);
  expect(await api.db.$count(images)).toBe(1);

  icon = { etag: '"two"', bytes: await png(180, 'blue') };
  api.clock.now = new Date(testNow.getTime() + 2 * weekMs);
  await checkAll();
  const second = (await shown('figgle')).iconURL;
  expect(second).not.toBe(first);
  expect(await colorOf(second)).toBe('blue');
});

it('keeps the icon of a site that is down, and compares one without a version by its bytes', async () => {
  let isDown = false;
  const bytes = await png(180, 'red');
  await open('Figgle', {
    files: { '/favicon.ico': (_, res) => (isDown ? res.destroy() : res.writeHead(200).end(bytes)) },
  });
  await checkAll();
  const { iconURL } = await shown('figgle');

  for (const week of [1, 2]) {
    api.clock.now = new Date(testNow.getTime() + week * weekMs);
    await checkAll();
    expect(await shown('figgle')).toMatchObject({ iconURL, iconSource: 'site' });
    isDown = true;
  }
  expect(await api.db.$count(images)).toBe(1);
});

it('shows the mark of a known brand without an icon, and the icon of the site once there is one', async () => {
  await buildProduct(api.db, { slug: 'react', name: 'React', url: 'https://react.example/' });
  web.names.set('react.example', [PUBLIC_ADDRESS]);
  await checkAll();
  expect(await shown('react')).toMatchObject({
    iconSource: 'brand',
    iconURL: '/api/marks/react.svg',
    imageURL: '/api/marks/react.svg',
  });
  const { text, headers } = await api.request('GET', '/api/marks/react.svg');
  expect([headers.get('content-type'), text.slice(0, 5)]).toEqual(['image/svg+xml; charset=UTF-8', '<svg ']);

  web.serve('react.example/favicon.ico', (_, res) => res.writeHead(200).end(svg('blue')));
  api.clock.now = new Date(testNow.getTime() + weekMs);
  await checkAll();
  expect((await shown('react')).iconSource).toBe('site');
});

it('sends no request for uploaded icons and pending products, or when site icons are switched off', async () => {
  const [image] = await api.db
    .insert(images)
    .values({ key: 'a'.repeat(22), status: 'processed' })
    .returning();
  await open('Uploaded', {});
  await api.db.update(products).set({ iconId: image?.id }).where(eq(products.slug, 'uploaded'));
  await buildProduct(api.db, { slug: 'pending', status: 'pending' });
  await checkAll();
  expect(web.dialled).toEqual([]);
  expect((await shown('uploaded')).iconSource).toBe('upload');

  await open('Off', {});
  const deps = api.deps();
  await fetchSiteIcons.run({ ...deps, env: { ...deps.env, fetchesSiteIcons: false } }, running());
  expect(web.dialled).toEqual([]);
  await fetchSiteIcons.run(deps, running());
  expect(web.dialled).not.toEqual([]);
});
