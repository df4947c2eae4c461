import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import * as z from 'zod';
import { demo } from './addresses';
import { cardsOn, expect, REACT_FACTS, productPathsOn, test, VISITOR_PAGES } from './site';

test.use({ javaScriptEnabled: false });

const pageSize = 30;
/** More pages than any list of the demo has. */
const PAGES_MAX = 30;
const productPage = z.object({
  products: z.array(z.object({ slug: z.string() })),
  nextCursor: z.nullable(z.string()),
});

/** Follows the next-page links to the end, and returns the paths of all products. */
async function readAllPages(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  const found = await productPathsOn(page);
  const next = page.getByRole('main').getByRole('link', { name: 'Next page' });
  for (let pages = 1; (await next.count()) > 0; pages++) {
    if (pages === PAGES_MAX) throw new Error(`${path} has no last page.`);
    await Promise.all([page.waitForEvent('domcontentloaded'), next.click()]);
    found.push(...(await productPathsOn(page)));
  }
  return found;
}

test('every page is readable', async ({ page }) => {
  for (const { path, headline } of VISITOR_PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: headline })).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Theme/ })).toBeHidden();
  }
});

test('the home page has 30 products in its HTML, each with a link and an upvote count', async ({ page }) => {
  await page.goto('/');
  await expect(cardsOn(page)).toHaveCount(pageSize);
  for (const card of await cardsOn(page).all()) {
    await expect(card.getByRole('heading').getByRole('link')).toHaveAttribute('href', /^\/tool\/[^/]+$/);
    // Playwright's own text matchers skip <noscript>.
    const text = await card.evaluate((element) => (element instanceof HTMLElement ? element.innerText : ''));
    expect(text).toMatch(/\d+\s+upvotes/);
  }
});

for (const { path, title } of [
  { path: '/', title: 'hot' },
  { path: '/new', title: 'new' },
  { path: '/top/all', title: 'top' },
] as const) {
  test(`following the next-page links of ${path} lists every product once`, async ({ page, request }) => {
    const all: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const query = new URLSearchParams({ sort: title, limit: '50', ...(after && { after }) });
      const answer = productPage.parse(await (await request.get(`/api/products?${query.toString()}`)).json());
      all.push(...answer.products.map(({ slug }) => `/tool/${slug}`));
      after = answer.nextCursor;
    }
    expect(all.length).toBeGreaterThanOrEqual(150);
    expect(await readAllPages(page, path)).toEqual(all);
  });
}

for (const period of ['day', 'week', 'month'] as const) {
  test(`/top/${period} lists its products up to the last page`, async ({ page }) => {
    const paths = await readAllPages(page, `/top/${period}`);
    expect(paths.length).toBeGreaterThan(0);
    expect(new Set(paths).size).toBe(paths.length);
  });
}

test('the tag filter and the orders are links', async ({ page }) => {
  await page.goto('/');
  // Which tags are in demand depends on the day of the upvotes.
  const filter = page.getByRole('navigation', { name: 'Filter by tag' }).getByRole('link').first();
  const [tag, address] = [await filter.innerText(), (await filter.getAttribute('href')) ?? ''];
  await filter.click();
  await expect(page).toHaveURL(address);
  await page.getByRole('navigation', { name: 'Order' }).getByRole('link', { name: 'New' }).click();
  await expect(page).toHaveURL(address.replace('/?', '/new?'));
  for (const card of await cardsOn(page).all()) await expect(card).toContainText(tag);
});

test('the tags link to their lists, which have as many products as they state', async ({ page }) => {
  await page.goto('/tags');
  expect(await page.getByRole('main').getByRole('listitem').count()).toBeGreaterThanOrEqual(15);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^JavaScript/ })
    .click();
  await expect(page).toHaveURL('/tag/javascript');
  const total = Number(/\d+/.exec(await page.getByText(/tools with this tag$/).innerText())?.[0]);
  expect(await readAllPages(page, '/tag/javascript')).toHaveLength(total);
});

test('a product page has its description, its facts and related products', async ({ page }) => {
  await page.goto('/tool/react');
  await expect(page.getByRole('link', { name: /^Visit React/ })).toHaveAttribute(
    'href',
    'https://react.dev/',
  );
  await expect(page.getByRole('article').getByRole('term')).toHaveText(REACT_FACTS);
  expect((await productPathsOn(page)).length).toBeGreaterThan(2);
});

test('the field in the header searches', async ({ page }) => {
  await page.goto('/');
  const field = page.getByRole('banner').getByRole('searchbox', { name: 'Search tools' });
  await field.fill('react');
  await field.press('Enter');
  await expect(page).toHaveURL('/search?q=react');
  expect((await productPathsOn(page))[0]).toBe('/tool/react');
});

test('the search page says that nothing is found, and opens without a query', async ({ page }) => {
  await page.goto('/search?q=zzzzqqqq');
  await expect(page.getByRole('main').getByText('No Result found')).toBeVisible();
  expect((await page.goto('/search'))?.status()).toBe(200);
  await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible();
});

test('Submit and Account open their pages', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/\/account\/submit\??$/);
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await expect(page).toHaveURL('/account/profile?status=approved');
});

test('the newsletter form works, and leads to a page with the result', async ({ page }) => {
  const recipient = `${randomUUID()}@example.com`;
  await page.goto('/tags');
  await page.getByRole('contentinfo').getByRole('textbox', { name: 'New tools by email' }).fill(recipient);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible();

  // Requests of the browser look as if they came through a proxy, and get no answer here.
  const outbox = async () => (await fetch(`${demo.url}/api/dev/outbox`)).text();
  await expect.poll(outbox).toContain(recipient);
});

test('a form on a page with a token sends the origin of the site, and sends the token to no other site', async ({
  page,
}) => {
  await page.goto('/newsletter?unsubscribe=a-secret');
  const sending = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click();
  const { origin, referer } = await (await sending).allHeaders();
  expect([origin, referer]).toEqual([demo.url, `${demo.url}/`]);
});

test('the contact form works, and reports errors and success', async ({ page }) => {
  await page.goto('/support');
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: 'Your email' }).fill('ada@example.com');
  await main.getByRole('textbox', { name: 'Message' }).fill('Short');
  await main.getByRole('button', { name: 'Send message' }).click();
  await expect(main.getByRole('alert').first()).toContainText('write between 10 and 5,000 characters');

  await main.getByRole('textbox', { name: 'Your email' }).fill('ada@example.com');
  await main.getByRole('textbox', { name: 'Message' }).fill('This is long enough to be of use.');
  await main.getByRole('button', { name: 'Send message' }).click();
  await expect(main.getByRole('status')).toHaveText('Thanks! We got your message and will reply by email.');
});
