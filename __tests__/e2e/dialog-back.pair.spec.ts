import type { Page } from 'playwright/test';
import { signInAs } from './member';
import { expect, once, ordersOn, scrollTo, test, visit } from './site';

const PLACE_PX = 600;

const searchDialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in' });
const place = (page: Page) => page.evaluate(() => window.scrollY);

/** Follows a link to the list of new tools and scrolls it, so that the tab has a history. */
async function readList(page: Page): Promise<void> {
  await visit(page, '/');
  await ordersOn(page).getByRole('link', { name: 'New' }).click();
  await expect(page).toHaveURL('/new');
  await expect(page.getByRole('heading', { level: 1, name: 'New tools' })).toBeVisible();
  await scrollTo(page, PLACE_PX);
}

async function openSearch(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(searchDialog(page).getByRole('combobox')).toBeFocused();
}

const openings = [
  { name: 'search', dialog: searchDialog, open: openSearch },
  {
    name: 'sign-in',
    dialog: signInDialog,
    open: (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Submit' }).click(),
  },
] as const;

for (const { name, dialog, open } of openings) {
  test(`Back closes the ${name} dialog and keeps the page and its scroll position; Forward changes nothing`, async ({
    page,
  }) => {
    await readList(page);
    const requests: string[] = [];
    await open(page);
    await expect(dialog(page)).toBeVisible();
    page.on('request', (request) => request.url().includes('/_next/data/') && requests.push(request.url()));

    await page.evaluate(() => window.history.back());
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL('/new');
    expect(await place(page)).toBe(PLACE_PX);

    await page.evaluate(() => window.history.forward());
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(window.history.state)))
      .not.toContain('isDialog');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL('/new');
    expect(await place(page)).toBe(PLACE_PX);
    expect(requests).toEqual([]);

    await page.goBack();
    await expect(page).toHaveURL('/');
  });
}

for (const { name, close } of [
  { name: 'Escape', close: (page: Page) => page.keyboard.press('Escape') },
  {
    name: 'the close button',
    close: (page: Page) => searchDialog(page).getByRole('button', { name: 'Close' }).click(),
  },
  { name: 'the backdrop', close: (page: Page) => page.mouse.click(3, 500) },
] as const) {
  test(`a dialog closed by ${name} leaves no history entry`, once, async ({ page }) => {
    await readList(page);
    for (let round = 0; round < 2; round++) {
      await openSearch(page);
      await close(page);
      await expect(searchDialog(page)).toHaveCount(0);
    }
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(window.history.state)))
      .not.toContain('isDialog');
    expect(await place(page)).toBe(PLACE_PX);

    await page.goBack();
    await expect(page).toHaveURL('/');
    await page.goForward();
    await expect(page).toHaveURL('/new');
    await expect.poll(() => place(page)).toBe(PLACE_PX);
  });
}

test(
  'Back from a page opened in the search dialog returns to the list at its place',
  once,
  async ({ page }) => {
    await readList(page);
    await openSearch(page);
    await page.keyboard.type('postgresql');
    await searchDialog(page).getByRole('option').first().click();
    await expect(page).toHaveURL('/tool/postgresql');
    await expect(page.getByRole('heading', { level: 1, name: 'PostgreSQL' })).toBeVisible();

    await page.goBack();
    await expect(page).toHaveURL('/new');
    await expect(searchDialog(page)).toHaveCount(0);
    await expect.poll(() => place(page)).toBe(PLACE_PX);
    await page.goForward();
    await expect(page).toHaveURL('/tool/postgresql');
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL('/');
  },
);

test('Back closes a dialog on the first page of a tab', once, async ({ page }) => {
  await visit(page, '/ranking');
  await openSearch(page);
  await page.goBack();
  await expect(searchDialog(page)).toHaveCount(0);
  await expect(page).toHaveURL('/ranking');
  await openSearch(page);
  await page.goBack();
  await expect(searchDialog(page)).toHaveCount(0);
  await expect(page).toHaveURL('/ranking');
});

test('Back after a reload with a dialog open leaves the page', once, async ({ page }) => {
  await readList(page);
  await openSearch(page);
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(window.history.state)))
    .not.toContain('isDialog');
  await expect(page).toHaveURL('/new');
  await expect(searchDialog(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('Back closes the dialog that deletes an account', once, async ({ page }) => {
  await signInAs(page, 'ada-birch');
  await visit(page, '/account/settings');
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Delete my account/ })
    .click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL('/account/settings');
});
