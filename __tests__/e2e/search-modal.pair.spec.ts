import type { Page, Request } from 'playwright/test';
import * as z from 'zod';
import { expect, once, searchAnswer, test, toastsOn, visit } from './site';

test.describe.configure({ retries: 0 });

const excerptCharsMax = 250;
const searchCalls = '**/1/indexes/**';

const searchBody = z.object({ requests: z.array(z.object({ indexName: z.string(), query: z.string() })) });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Search' });
const options = (page: Page) => dialog(page).getByRole('option');
const headerField = (page: Page) => page.getByRole('banner').getByRole('searchbox', { name: 'Search tools' });
const opener = (page: Page, isLarge: boolean) =>
  isLarge ? headerField(page) : page.getByRole('banner').getByRole('button', { name: 'Search' });

const queriesOf = (request: Request) => searchBody.parse(JSON.parse(request.postData() ?? '')).requests;

/** Every query that the page sends, as it sends them. */
function watchQueries(page: Page) {
  const sent: { indexName: string; query: string }[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/1/indexes/')) sent.push(...queriesOf(request));
  });
  return sent;
}

async function openSearch(page: Page, isLarge: boolean): Promise<void> {
  await visit(page, '/');
  await opener(page, isLarge).click();
  await expect(field(page)).toBeFocused();
}

test('the header opens the search modal', async ({ page, isLarge }) => {
  await openSearch(page, isLarge);
  await expect(field(page)).toHaveAttribute('placeholder', 'Enter Keywords to Search');
  await expect(page).toHaveURL('/');
});

test('Ctrl+K, Cmd+K and a slash outside text fields open the search modal', once, async ({ page }) => {
  await visit(page, '/support');
  for (const key of ['Control+k', 'Meta+k', '/']) {
    await page.keyboard.press(key);
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.pressSequentially('a/b');
  await expect(message).toHaveValue('a/b');
  await expect(dialog(page)).toHaveCount(0);
});

test('every keystroke sends a query to the index tool-fyi', once, async ({ page, isLarge }) => {
  const sent = watchQueries(page);
  await openSearch(page, isLarge);
  await field(page).pressSequentially('react rou', { delay: 60 });
  await expect(options(page).first()).toContainText('React Router');
  expect(sent.map(({ query }) => query)).toEqual([
    'r',
    're',
    'rea',
    'reac',
    'react',
    'react ',
    'react r',
    'react ro',
    'react rou',
  ]);
  expect(new Set(sent.map(({ indexName }) => indexName))).toEqual(new Set(['tool-fyi']));
});

test('results are cards with image, title and excerpt, the best first', async ({ page, isLarge }) => {
  await openSearch(page, isLarge);
  await field(page).fill('react');
  const first = options(page).first();
  await expect(first).toHaveText(/^React.+….*\d upvotes$/);
  await expect(first).toContainText('JavaScript library for interfaces');
  await expect
    .poll(() =>
      first.locator('img').evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
    )
    .toBeGreaterThan(0);
});

test('an excerpt has at most 250 characters and an ellipsis', once, async ({ page, isLarge }) => {
  const content = 'Fifty characters, which are counted one after one. '.repeat(20);
  await page.route(searchCalls, (route) => route.fulfill({ json: searchAnswer('Long', content) }));
  await openSearch(page, isLarge);
  await field(page).fill('long');
  const excerpt = await options(page).first().locator('.search-result-excerpt').innerText();
  expect(excerpt).toMatch(/…$/);
  expect(content.startsWith(excerpt.slice(0, -1))).toBe(true);
  expect(excerpt.length - 1).toBeGreaterThan(excerptCharsMax - 10);
  expect(excerpt.length - 1).toBeLessThanOrEqual(excerptCharsMax);
});

test('a late response does not replace a newer one', once, async ({ page, isLarge }) => {
  const asksFor = (wanted: string) => (request: Request) =>
    request.url().includes('/1/indexes/') && queriesOf(request).some(({ query }) => query === wanted);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(searchCalls, async (route) => {
    if (!asksFor('v')(route.request())) return route.continue();
    await released;
    await route.fulfill({ json: searchAnswer('Stale answer', 'It came too late.') });
  });
  await openSearch(page, isLarge);
  const newest = page.waitForEvent('requestfinished', asksFor('vue'));
  await field(page).pressSequentially('vue', { delay: 60 });
  await newest;
  await expect(options(page).first()).toContainText('Vue.js');

  const late = page.waitForEvent('requestfinished', asksFor('v'));
  release();
  await late;
  // Proves that the late response is not shown.
  await page.waitForTimeout(500);
  await expect(options(page).first()).toContainText('Vue.js');
  await expect(dialog(page).getByText('Stale answer')).toHaveCount(0);
});

test('a failed search shows only "No Result found"', once, async ({ page, isLarge }) => {
  await page.route(searchCalls, (route) => route.abort());
  await openSearch(page, isLarge);
  await field(page).fill('react');
  await expect(dialog(page).getByText('No Result found').first()).toBeVisible({ timeout: 15_000 });
  await expect(toastsOn(page)).toHaveCount(0);
});

test('clicking a card leads to its url and closes the modal', once, async ({ page, isLarge }) => {
  await openSearch(page, isLarge);
  await field(page).fill('postgresql');
  await options(page).first().click();
  await expect(page).toHaveURL('/tool/postgresql');
  await expect(page.getByRole('heading', { level: 1, name: 'PostgreSQL' })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test('the modal closes by its close button, a click outside and Escape, and gives the focus back', async ({
  page,
  isLarge,
}) => {
  await openSearch(page, isLarge);
  for (const close of [
    () => dialog(page).getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
    async () => {
      // On a phone, the sheet slides to its place.
      await dialog(page).evaluate((sheet) =>
        Promise.all(sheet.getAnimations({ subtree: true }).map(({ finished }) => finished)),
      );
      const box = await dialog(page).boundingBox();
      await page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) / 2);
    },
  ]) {
    await expect(dialog(page)).toBeVisible();
    await close();
    await expect(dialog(page)).toHaveCount(0);
    await expect(opener(page, isLarge)).toBeFocused();
    await page.keyboard.press('Control+k');
  }
});

test(
  'arrow keys select a result, Enter opens it, and the field names the selected one',
  once,
  async ({ page, isLarge }) => {
    await openSearch(page, isLarge);
    await field(page).fill('react');
    await expect(options(page).nth(2)).toBeVisible();

    const expectChosen = async (index: number) => {
      await expect(dialog(page).getByRole('option', { selected: true })).toHaveCount(1);
      await expect(options(page).nth(index)).toHaveAttribute('aria-selected', 'true');
      await expect(field(page)).toHaveAttribute(
        'aria-activedescendant',
        (await options(page).nth(index).getAttribute('id')) ?? 'no id',
      );
      await expect(field(page)).toBeFocused();
    };
    await expectChosen(0);
    await page.keyboard.press('ArrowDown');
    await expectChosen(1);
    await page.keyboard.press('ArrowDown');
    await expectChosen(2);
    await page.keyboard.press('ArrowUp');
    await expectChosen(1);
    await expect(field(page)).toHaveValue('react');

    const path = (await options(page).nth(1).getAttribute('href')) ?? '';
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(path);
    await expect(dialog(page)).toHaveCount(0);
  },
);

test(
  'the number of results is announced, and "No Result found" is shown and announced',
  once,
  async ({ page, isLarge }) => {
    await openSearch(page, isLarge);
    await expect(dialog(page).getByText('No Result found')).toHaveCount(0);
    await field(page).fill('react');
    await expect(dialog(page).getByRole('status')).toHaveText(/^\d+ results$/);
    await field(page).fill('zzzzqqqq');
    await expect(dialog(page).getByRole('paragraph').filter({ hasText: 'No Result found' })).toBeVisible();
    await expect(options(page)).toHaveCount(0);
    await expect(dialog(page).getByRole('status')).toHaveText('No Result found');
  },
);

test('the page behind the modal neither scrolls nor takes the focus', async ({ page, isLarge }) => {
  await openSearch(page, isLarge);
  await page.mouse.move(2, 400);
  await page.mouse.wheel(0, 600);
  // Proves that the page does not scroll.
  await page.waitForTimeout(100);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  for (let press = 0; press < 6; press++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('#page') ?? null)).toBeNull();
  }
});
