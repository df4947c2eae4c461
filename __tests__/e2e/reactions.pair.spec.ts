import type { Page } from 'playwright/test';
import { signInAs, takeAccount } from './member';
import { cardsOn, expect, once, test, visit } from './site';
import { violationsOn } from './violations';

test.describe.configure({ retries: 0 });

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const bookmarkOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Bookmark ${name}`, exact: true }).first();

async function bookmark(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const known = page.waitForResponse('**/user/private/reactions?*');
    await visit(page, `/tool/${name.toLowerCase()}`);
    await (await known).finished();
    if ((await bookmarkOf(page, name).getAttribute('aria-pressed')) === 'true') continue;
    const saved = page.waitForResponse('**/user/private/bookmarks/*');
    await bookmarkOf(page, name).click();
    await (await saved).finished();
  }
}

test('axe finds no violations in a list with upvotes and bookmarks', async ({ page }) => {
  await signInAs(page, await takeAccount());
  await visit(page, '/');
  await expect(page.locator('.upvote-button[aria-pressed="true"]').first()).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);

  await bookmark(page, ['React', 'Svelte']);
  expect(await violationsOn(page)).toEqual([]);
  await visit(page, '/account/bookmarks');
  await expect(cardsOn(page)).toHaveCount(2);
  await bookmarkOf(page, 'React').click();
  await expect(bookmarkOf(page, 'React')).toHaveAttribute('aria-pressed', 'false');
  await page.mouse.move(0, 0);
  expect(await violationsOn(page)).toEqual([]);
});

test('axe finds no violations in an empty list of bookmarks', async ({ page }) => {
  await signInAs(page, 'quim-birch');
  await visit(page, '/account/bookmarks');
  await expect(page.getByText('Nothing bookmarked yet')).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
});

test('the list of bookmarks does not scroll sideways at 320 px', once, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signInAs(page, 'rana-birch');
  await bookmark(page, ['React']);
  await visit(page, '/account/bookmarks');
  await expect(cardsOn(page)).toHaveCount(1);
  const sidewaysPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sidewaysPx).toBe(0);
  const { width = 0, height = 0 } = (await bookmarkOf(page, 'React').boundingBox()) ?? {};
  expect([width >= 44, height >= 44]).toEqual([true, true]);
});
