import { cardsOn, expect, test, toastsOn, visit, VISITOR_PAGES } from './site';
import { violationsOn } from './violations';

// The local sign-in buttons are shown only without a proxy.
test.use({ contextOptions: { reducedMotion: 'reduce' }, extraHTTPHeaders: {} });

// Several pages in one browser context, which has the site's code and styles after the first.
for (const pages of [VISITOR_PAGES.slice(0, 5), VISITOR_PAGES.slice(5, 10), VISITOR_PAGES.slice(10)]) {
  const names = pages.map(({ name }) => name).join(', ');
  test(`each page has one headline, and axe finds no violations: ${names}`, async ({ page }) => {
    for (const { name, path, headline } of pages) {
      await test.step(name, async () => {
        await visit(page, path);
        await expect(page.getByRole('heading', { level: 1, name: headline })).toBeVisible();
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expect(page).toHaveTitle(/Listgrove/);
        expect(await violationsOn(page)).toEqual([]);
      });
    }
  });
}

test('axe finds no violations in the sign-in modal', async ({ page }) => {
  await visit(page, '/');
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Popup not opening?' }).click();
  expect(await violationsOn(page)).toEqual([]);
});

test('axe finds no violations in the menu of themes and the list of shortcuts', async ({ page }) => {
  await visit(page, '/');
  await page.getByRole('button', { name: /^Theme/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
});

test('axe finds no violations in the search modal, empty, with results and without', async ({ page }) => {
  await visit(page, '/');
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByRole('group', { name: 'Popular tags' })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  const field = dialog.getByRole('combobox');
  await field.fill('react');
  await expect(dialog.getByRole('option').first()).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await field.fill('zzzzqqqq');
  await expect(dialog.getByText('No Result found').first()).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
});

test('axe finds no violations in a toast, an invalid form and an extended list', async ({ page }) => {
  await page.route('**/user/login/github?*', (route) => route.abort());
  await visit(page, '/');
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(cardsOn(page)).toHaveCount(60);
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Popup not opening?' }).click();
  await page.getByRole('button', { name: 'Continue to Github' }).click();
  await expect(toastsOn(page)).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);

  await visit(page, '/support');
  await page.getByRole('main').getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText("That's not an email address.")).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
});

test('every control is at least 24 px wide and high', async ({ page }) => {
  await visit(page, '/');
  const controls = page.getByRole('button').or(page.getByRole('searchbox')).or(page.getByRole('textbox'));
  for (const control of await controls.filter({ visible: true }).all()) {
    const box = await control.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), await control.innerText()).toBeGreaterThanOrEqual(24);
  }
});
