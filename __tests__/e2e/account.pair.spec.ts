import type { Page } from 'playwright/test';
import { signInAs } from './member';
import { expect, once, test, visit } from './site';
import { violationsOn } from './violations';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const main = (page: Page) => page.getByRole('main');

/** How far the page scrolls sideways, in pixels. */
const sidewaysPx = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const { status, shown } of [
  { status: 'approved', shown: 'Ghost' },
  { status: 'pending', shown: 'Knip' },
  { status: 'rejected', shown: 'Biome' },
] as const) {
  test(`axe finds no violations in the ${status} tab of the dashboard`, async ({ page }) => {
    await signInAs(page, 'ada-birch');
    await visit(page, `/account/profile?status=${status}`);
    await expect(main(page).getByRole('heading', { name: shown })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await main(page)
      .getByRole('button', { name: `Withdraw ${shown}` })
      .click();
    await expect(page.getByRole('dialog', { name: `Withdraw ${shown}` })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
  });
}

test('axe finds no violations in an empty tab', async ({ page }) => {
  await signInAs(page, 'ada-moss');
  await visit(page, '/account/profile?status=rejected');
  await expect(main(page).getByText('Nothing rejected')).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
});

test('axe finds no violations in the settings and the deletion dialog', async ({ page }) => {
  await signInAs(page, 'ada-birch');
  await visit(page, '/account/settings');
  await expect(main(page).getByText('this one')).toBeVisible();
  await expect(
    main(page)
      .getByRole('paragraph')
      .filter({ hasText: /^Github$/ }),
  ).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await main(page)
    .getByRole('button', { name: /^Delete my account/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText(/^That's not your handle/)).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
});

test('axe finds no violations in the dialog that asks for a new sign-in, which holds the focus', async ({
  page,
}) => {
  // What the server answers five minutes after the sign-in.
  await page.route('**/user/private/account', (route) =>
    route.fulfill({
      status: 401,
      json: {
        code: 'unauthenticated',
        message: "Sign in again to do this, so that we know it's you.",
        fields: { accessToken: 'The sign-in is older than 5 minutes.' },
      },
    }),
  );
  await signInAs(page, 'ada-birch');
  await visit(page, '/account/settings');
  await main(page)
    .getByRole('button', { name: /^Delete my account/ })
    .click();
  await page.getByLabel('Type your handle').fill('ada-birch');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again to delete your account' });
  await expect(dialog).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Keep my account' })).toBeFocused();
});

test('the dashboard and the settings do not scroll sideways at 320 px', once, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signInAs(page, 'ada-birch');
  for (const [path, shown] of [
    ['/account/profile?status=rejected', 'Biome'],
    ['/account/settings', 'Where you are signed in'],
  ] as const) {
    await visit(page, path);
    await expect(main(page).getByRole('heading', { name: shown })).toBeVisible();
    expect(await sidewaysPx(page), path).toBe(0);
  }
});
