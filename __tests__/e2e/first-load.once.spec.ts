import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request as open } from 'node:http';
import * as z from 'zod';
import { demo } from './addresses';
import { expect, test, visit } from './site';

/** Code that pages load when a visitor searches, signs in or sends something, with words that only this code has. */
const LATER_CODE = {
  firebase: 'identitytoolkit',
  algoliasearch: 'algolianet',
  zod: 'ZodError',
  axios: 'AxiosError',
} as const;

/**
 * In bytes. React and the parts of Next that every page needs are 91 KB of the scripts (gzip). The list of pages, which
 * Next loads besides, grows by about 40 bytes with each page of the site.
 */
const BUDGETS = {
  gzip: { html: 13_000, css: 12_700, scripts: 132_650, pages: 1_600 },
  br: { html: 9_900, css: 11_200, scripts: 115_450, pages: 1_400 },
} as const;
const isListOfPages = (url: string) => url.endsWith('/_buildManifest.js');

async function fetchCompressed(url: string, encoding: keyof typeof BUDGETS): Promise<Buffer> {
  const response = await new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
    open(new URL(url, demo.url), { headers: { 'accept-encoding': encoding } }, resolve)
      .once('error', reject)
      .end();
  });
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  return Buffer.concat(parts);
}

const expand = { gzip: gunzipSync, br: brotliDecompressSync };

for (const encoding of ['gzip', 'br'] as const) {
  test(`the first load of the home page stays within its bytes with ${encoding}`, async () => {
    // A page that is asked for often is soon compressed as small as possible.
    for (let count = 0; count < 20; count += 1) await fetchCompressed('/', encoding);
    await expect
      .poll(async () => (await fetchCompressed('/', encoding)).length)
      .toBeLessThan(BUDGETS[encoding].html);
    const compressed = await fetchCompressed('/', encoding);
    const html = expand[encoding](compressed).toString();
    const urlsIn = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map(([, url = '']) => url))];
    const sizeOf = async (urls: string[]) => {
      const files = await Promise.all(urls.map((url) => fetchCompressed(url, encoding)));
      return files.reduce((sum, file) => sum + file.length, 0);
    };
    const [, addresses = ''] = /<script id="late-scripts" type="application\/json">([^<]+)/.exec(html) ?? [];
    const scripts = z.array(z.string()).parse(JSON.parse(addresses));
    const styles = urlsIn(/<link rel="stylesheet" href="([^"]+)"/g);
    const sizes = {
      html: compressed.length,
      css: await sizeOf(styles),
      scripts: await sizeOf(scripts.filter((url) => !isListOfPages(url))),
      pages: await sizeOf(scripts.filter(isListOfPages)),
    };

    for (const part of ['html', 'css', 'scripts', 'pages'] as const) {
      expect(sizes[part], part).toBeGreaterThan(500);
      expect(sizes[part], part).toBeLessThan(BUDGETS[encoding][part]);
    }
  });
}

test('the first load of the home page has no code for search, sign-in or forms', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const first = [...html.matchAll(/src="\/_next\/(static\/chunks\/[^"]+)"/g)].map(([, file = '']) => file);
  const folder = path.resolve('.next');
  const all = (await readdir(path.join(folder, 'static/chunks'), { recursive: true }))
    .filter((file) => file.endsWith('.js'))
    .map((file) => `static/chunks/${file}`);
  for (const [name, word] of Object.entries(LATER_CODE)) {
    const having: string[] = [];
    for (const file of all) {
      if ((await readFile(path.join(folder, file), 'utf8')).includes(word)) having.push(file);
    }
    expect(having, `${name} is somewhere`).not.toEqual([]);
    expect(
      having.filter((file) => first.includes(file)),
      name,
    ).toEqual([]);
  }
});

for (const size of [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]) {
  test(`the home page needs at most 20 requests at a width of ${size.width}`, async ({ page }) => {
    await page.setViewportSize(size);
    const asked: string[] = [];
    page.on('request', (sent) => asked.push(sent.url().replace(demo.url, '')));
    await visit(page, '/');
    await page.waitForLoadState('networkidle');
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(20);
    expect(asked.filter((url) => url.startsWith('/api/marks?of=')).length).toBeGreaterThan(0);
  });
}
