import type { APIRequestContext, Page } from 'playwright/test';
import type * as z from 'zod/mini';
import { productPage } from '@/lib/contract/product';
import { CORPUS } from '../setup/injection-corpus';
import { injectedSite } from './addresses';
import { draftsOf, MARKER, startInjectedSite } from './injected-site';
import { expect, test, visit } from './site';

// The texts must be harmless by themselves, not because the policy of the page stops them.
test.use({ baseURL: injectedSite.url, bypassCSP: true, knownOrigins: [injectedSite.url] });
test.describe.configure({ mode: 'serial', timeout: 60 * 60 * 1000 });

const isWhole = process.env.INJECTION_CORPUS === 'whole';
/** A page for each product and text with the whole corpus, else for some. */
const some = <T>(all: readonly T[]) => (isWhole ? all : all.filter((_, index) => index % 3 === 0));

const drafts = draftsOf(CORPUS);
let site: Awaited<ReturnType<typeof startInjectedSite>> | undefined;

test.beforeAll(async () => {
  // The demo's content takes long to fill in on a busy machine.
  test.setTimeout(4 * 60 * 1000);
  site = await startInjectedSite();
  await site.list(drafts);
});
test.afterAll(() => site?.stop());

test.beforeEach(async ({ context }) => {
  // The page fixture fails the test when a script throws.
  await context.addInitScript(() => {
    // Later, so that nothing catches it.
    const report = () =>
      setTimeout(() => {
        throw new Error('A text was run');
      });
    for (const name of ['alert', 'confirm', 'prompt', 'print']) Reflect.set(window, name, report);
  });
});

/** Opens a page and expects that nothing in it could run later, on a click or a movement of the mouse. */
async function visitHarmless(page: Page, path: string): Promise<void> {
  await visit(page, path);
  const dangers = await page.evaluate(() =>
    Array.from(document.querySelectorAll('*'), (element) =>
      Array.from(element.attributes, ({ name, value }) => {
        const isScript = /^(?:href|src|action|formaction|data|xlink:href)$/.test(name)
          ? /^[\s\p{Cc}]*(?:javascript|vbscript|data:text)/iu.test(value)
          : name.startsWith('on') || name === 'srcdoc';
        return isScript ? [`${element.tagName} ${name}=${value}`] : [];
      }).flat(),
    ).flat(),
  );
  expect([path, dangers]).toEqual([path, []]);
}

/** The products of this test, newest first, in the pages of `/new`. Each page has its path. */
async function listPages(request: APIRequestContext) {
  const pages: { path: string; products: z.infer<typeof productPage>['products'] }[] = [];
  for (let after = ''; ;) {
    const query = after && `after=${encodeURIComponent(after)}`;
    const answer = await request.get(`/api/products?sort=new&${query}`);
    const { products, nextCursor } = productPage.parse(await answer.json());
    pages.push({ path: `/new?${query}`, products });
    if (nextCursor === null || !products.some(({ url }) => url.includes(MARKER))) return pages;
    after = nextCursor;
  }
}

test('lists, tags and search show every text as it is and run none', async ({ page, request }) => {
  const shown = new Map<string, string>();
  for (const { path, products } of await listPages(request)) {
    await visitHarmless(page, path);
    const names = await page.locator('.row-name a').allTextContents();
    const taglines = await page.locator('.row-tagline').allTextContents();
    expect(names).toEqual(products.map(({ name }) => name));
    expect(taglines).toEqual(products.map(({ tagline }) => tagline));
    for (const { url, name } of products) shown.set(url, name);
  }
  expect(drafts.map(({ url }) => shown.get(url))).toEqual(drafts.map(({ name }) => name));

  await visitHarmless(page, '/tags');
  await visitHarmless(page, `/search?q=${MARKER}`);
  for (const text of some(CORPUS)) {
    const query = encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''));
    await visitHarmless(page, `/search?q=${query}`);
  }
  await page.keyboard.press('Control+K');
  const field = page.getByRole('dialog').getByPlaceholder('Enter Keywords to Search');
  for (const text of [...some(CORPUS), MARKER]) await field.fill(text);
  await expect(page.getByRole('option').first()).toBeVisible();
});

test('the page of a product shows every text as it is and runs none', async ({ page, request }) => {
  const products = (await listPages(request)).flatMap((each) => each.products);
  for (const { slug, name, tagline } of some(products.filter(({ url }) => url.includes(MARKER)))) {
    await visitHarmless(page, `/tool/${encodeURIComponent(slug)}`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(name);
    expect(await page.locator('h1 + p').textContent()).toBe(tagline);
  }
});
