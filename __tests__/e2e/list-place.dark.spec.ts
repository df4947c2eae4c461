import type { Locator, Page } from 'playwright/test';
import { cardsOn, expect, hold, once, test, visit } from './site';

declare global {
  interface Window {
    shiftTotal: number;
  }
}

const pageSize = 30;
/** Up to this sum of layout shifts, browsers rate a page as good. */
const SHIFT_MAX = 0.1;
/** The tag filter is 8 px lower with a coarse pointer, and Chromium's touch emulation pauses during a reload. */
const TOLERANCE_PX = 10;
const otherSite = 'http://other-site.example/';

test.use({ knownOrigins: ['http://other-site.example'] });

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    window.shiftTotal = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const isExpected = 'hadRecentInput' in entry && entry.hadRecentInput === true;
        if (!isExpected && 'value' in entry && typeof entry.value === 'number') {
          window.shiftTotal += entry.value;
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
});

/** Shows three pages of a list, and scrolls to a card of the third one. */
async function extendList(page: Page, path: string) {
  await visit(page, path);
  for (const pageCount of [2, 3]) {
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(cardsOn(page)).toHaveCount(pageCount * pageSize);
  }
  const card = cardsOn(page).nth(70);
  await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const name = await card.getByRole('heading').getByRole('link').innerText();
  await page.evaluate(() => (window.shiftTotal = 0));
  return { name, top: await topOf(card) };
}

const topOf = (card: Locator) => card.evaluate((element) => element.getBoundingClientRect().top);

async function expectPlace(page: Page, { name, top }: { name: string; top: number }) {
  await expect(cardsOn(page)).toHaveCount(3 * pageSize);
  const card = cardsOn(page).nth(70);
  const link = card.getByRole('heading').getByRole('link');
  await expect(link).toHaveText(name);
  await expect(link).toBeInViewport();
  expect(Math.abs((await topOf(card)) - top)).toBeLessThan(TOLERANCE_PX);
  await expect(page.locator('html')).not.toHaveAttribute('style', /--restored-height/);
  expect(await page.evaluate(() => window.shiftTotal)).toBeLessThan(SHIFT_MAX);
}

test('a reload keeps the pages of an extended list and the scroll position, without a layout shift', async ({
  page,
}) => {
  const place = await extendList(page, '/');
  await page.reload();
  await expectPlace(page, place);
});

test(
  'a return from another site keeps the pages of an extended list and the scroll position',
  once,
  async ({ page }) => {
    const place = await extendList(page, '/top/all');
    await page
      .context()
      .route(otherSite, (route) => route.fulfill({ contentType: 'text/html', body: 'Another site' }));
    await page.goto(otherSite);
    await page.goBack();
    await expectPlace(page, place);
  },
);

test('a return from a product that was reloaded keeps the place', once, async ({ page }) => {
  const place = await extendList(page, '/new');
  await cardsOn(page).nth(70).getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: place.name, exact: true })).toBeVisible();
  await page.reload();
  await page.goBack();
  await expectPlace(page, place);
});

test(
  'Back before the scripts of a reloaded product arrive shows the list, with its place',
  once,
  async ({ page }) => {
    const place = await extendList(page, '/new');
    await cardsOn(page).nth(70).getByRole('heading').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: place.name, exact: true })).toBeVisible();
    const scripts = await hold(page, /\/_next\/static\/.+\.js/);
    await page.reload({ waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await page.evaluate(() => history.back());
    await expect(page.getByRole('heading', { level: 1, name: 'New tools' })).toBeVisible();
    scripts.release();
    await expectPlace(page, place);
  },
);

test(
  'a return from a product keeps the place although the first page changed during the visit',
  once,
  async ({ page }) => {
    const place = await extendList(page, '/new');
    await cardsOn(page).nth(70).getByRole('heading').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: place.name, exact: true })).toBeVisible();

    await page.context().route('**/_next/data/*/new.json', async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({
        response,
        body: text.replace(/"products":\[\{"id":"\d+"/, '"products":[{"id":"0"'),
      });
    });
    await page.goBack();
    await expectPlace(page, place);
  },
);

test('a visit by link starts at the first page', once, async ({ page }) => {
  await extendList(page, '/new');
  await visit(page, '/new');
  await expect(cardsOn(page)).toHaveCount(pageSize);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.reload();
  await expect(cardsOn(page)).toHaveCount(pageSize);
});

test('a reload keeps the scroll position of a page without a list', once, async ({ page }) => {
  await visit(page, '/privacy');
  await page.evaluate(() => window.scrollTo(0, 400));
  await page.reload();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400);
});
