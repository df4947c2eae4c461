import { createServer, request as open, type Server } from 'node:http';
import type { Page } from 'playwright/test';
import { REMOVING_WORKER } from '@/host/static-files';
import { demo, offlineSite } from './addresses';
import { signInAs } from './member';
import { cardsOn, expect, test, visit } from './site';
import { violationsOn } from './violations';

test.describe.configure({ mode: 'serial' });
test.use({ baseURL: offlineSite.url });

/** Between the browser and the demo. */
const line = { isCut: false, isSwitchedOff: false, version: '1' };
let server: Server;

test.beforeAll(async () => {
  server = createServer((req, res) => {
    if (line.isCut) {
      req.socket.destroy();
    } else if (line.isSwitchedOff && req.url === '/sw.js') {
      res.writeHead(200, { 'content-type': 'application/javascript' }).end(REMOVING_WORKER);
    } else {
      const headers = { ...req.headers, 'accept-encoding': 'identity' };
      const forwarded = open(demo.url + (req.url ?? '/'), { method: req.method, headers }, (answer) => {
        const { 'content-length': _length, etag: _etag, ...rest } = answer.headers;
        if (!answer.headers['content-type']?.startsWith('text/html')) {
          // Else the browser's own cache would show files that the worker has not kept.
          res.writeHead(answer.statusCode ?? 500, { ...rest, 'cache-control': 'no-store' });
          answer.pipe(res);
          return;
        }
        res.writeHead(answer.statusCode ?? 500, rest);
        let html = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => (html += part));
        answer.on('end', () => res.end(html.replace('<html ', `<html data-version="${line.version}" `)));
      });
      forwarded.on('error', () => res.destroy());
      req.pipe(forwarded);
    }
  });
  await new Promise<void>((resolve) => server.listen(offlineSite.port, '127.0.0.1', resolve));
});

test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The paths of the pages that the browser has kept, the oldest first. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const requests = await (await caches.open('kept-pages-1')).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  });

const noticeOn = (page: Page) => page.getByRole('complementary', { name: 'Connection' });

/** How many marks of the page the browser could not show. */
async function countMissingMarks(page: Page): Promise<number> {
  const marks = page.locator('main picture.mark img');
  expect(await marks.count()).toBeGreaterThan(0);
  return marks.evaluateAll(async (images) => {
    const loaded = images.map(async (image) => {
      if (!(image instanceof HTMLImageElement)) return false;
      image.loading = 'eager';
      await image.decode().catch(() => undefined);
      return image.naturalWidth > 0;
    });
    return (await Promise.all(loaded)).filter((isShown) => !isShown).length;
  });
}

test('lists and products stay readable offline with their marks, say how old they are, and are fresh online', async ({
  page,
  context,
}) => {
  await visit(page, '/');
  await expect.poll(() => keptPaths(page)).toEqual(['/']);
  // One by a link of the site, two by their addresses.
  const first = cardsOn(page).first().getByRole('heading').getByRole('link');
  const linked = (await first.getAttribute('href')) ?? '';
  await first.click();
  await expect(page).toHaveURL(linked);
  await visit(page, '/tool/react');
  await visit(page, '/tool/svelte');
  const products = [linked, '/tool/react', '/tool/svelte'];
  await expect.poll(async () => (await keptPaths(page)).sort()).toEqual(['/', ...products].sort());

  line.version = '2';
  await visit(page, '/');
  await expect(page.locator('html')).toHaveAttribute('data-version', '2');
  await expect.poll(async () => (await keptPaths(page)).at(-1)).toBe('/');

  await context.setOffline(true);
  // By a link of the site, as a visitor who has just lost the network.
  await page.getByRole('main').getByRole('link', { name: 'React', exact: true }).click();
  await expect(noticeOn(page)).toContainText(/^You're offline\. This page was saved on \w+ \d+, \d{4}, /);
  for (const path of ['/', ...products]) {
    await visit(page, path);
    await expect(page.locator('html')).toHaveAttribute('data-version', path === '/' ? '2' : '1');
    await expect(noticeOn(page)).toContainText("You're offline. This page was saved on");
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await countMissingMarks(page), path).toBe(0);
  }
  expect(await violationsOn(page)).toEqual([]);

  await page.goto('/search?q=REACT');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saved results for “REACT”');
  await expect(page.getByRole('main').getByRole('link', { name: 'React', exact: true })).toHaveAttribute(
    'href',
    '/tool/react',
  );
  await page.getByRole('searchbox', { name: 'Search saved pages' }).fill('<img src=x>');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saved results for “<img src=x>”');
  await page.goto('/account/settings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page isn’t saved');
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Svelte' }).click();
  await expect(page).toHaveURL('/tool/svelte');
  // The script of the notice hears of the network from then on.
  await page.waitForLoadState();

  line.version = '3';
  await context.setOffline(false);
  await expect(noticeOn(page)).toContainText("You're back online.");
  await page.getByRole('banner').getByRole('link', { name: 'Listgrove' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-version', '3');
  await expect(noticeOn(page)).toHaveCount(0);

  line.isCut = true;
  await page.goto('/tool/react');
  await expect(noticeOn(page)).toContainText("We can't reach the server. This page was saved on");
  line.isCut = false;
  await noticeOn(page).getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(noticeOn(page)).toHaveCount(0);
});

test('a browser keeps 40 pages, no page of a member, and nothing after the owner switches it off', async ({
  page,
}) => {
  await signInAs(page, 'ada-birch', { isFresh: true });
  await visit(page, '/');
  await expect.poll(() => keptPaths(page)).toEqual(['/']);
  await visit(page, '/account/settings');
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await expect(page.getByText("You're signed out").first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  const slugs = await page.evaluate(async () => {
    const sitemap = await (await fetch('/sitemap-products-1.xml')).text();
    return [...sitemap.matchAll(/\/tool\/([^<]+)/g)].map(([, slug = '']) => slug).slice(0, 45);
  });
  // The worker asks for each page whose data was loaded. Together these are more than one address may have rendered in a minute.
  for (const [index, slug] of slugs.entries()) {
    const headers = { 'x-forwarded-for': `203.0.113.${index + 1}` };
    expect((await fetch(`${offlineSite.url}/tool/${slug}`, { headers })).status).toBe(200);
  }
  await page.evaluate(async (wanted) => {
    const [, build = ''] =
      /"buildId":"([^"]+)"/.exec(document.getElementById('__NEXT_DATA__')?.textContent ?? '') ?? [];
    for (const slug of wanted) await fetch(`/_next/data/${build}/tool/${slug}.json?noun=tool&slug=${slug}`);
  }, slugs);
  // The last pages are kept at the same time, in any order.
  const last = `/tool/${slugs.at(-1) ?? ''}`;
  await expect.poll(async () => (await keptPaths(page)).includes(last)).toBe(true);
  await expect.poll(async () => (await keptPaths(page)).length).toBe(40);
  expect(await keptPaths(page)).not.toContain(`/tool/${slugs[0] ?? ''}`);

  line.isSwitchedOff = true;
  await visit(page, '/tool/react');
  const left = () =>
    page.evaluate(async () => {
      const registrations = await navigator.serviceWorker.getRegistrations();
      return { caches: await caches.keys(), registrations: registrations.length };
    });
  await expect.poll(left).toEqual({ caches: [], registrations: 0 });
  line.isSwitchedOff = false;
});
