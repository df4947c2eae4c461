import type { Page } from 'playwright/test';
import { signInAs } from './member';
import {
  continueButton,
  dialog,
  expectRejectedPopup,
  expectSignedIn,
  expectSignedOut,
  openDialog,
  popupFrom,
  popupsOf,
  signInButton,
  tryAgainButton,
} from './sign-in-dialog';
import { expect, test, toastsOn, visit } from './site';

test.describe.configure({ retries: 0 });

// Demo accounts sign in on this machine only. Requests through a proxy are refused.
test.use({ extraHTTPHeaders: {} });

const choose = (popup: Page, name: string) => popup.getByRole('button', { name }).click();

for (const { provider, name, by, destination } of [
  { provider: 'Google', name: 'Ada Birch', by: 'Submit', destination: '/account/submit' },
  { provider: 'Github', name: 'Bo Birch', by: 'Account', destination: '/account/profile?status=approved' },
] as const) {
  test(`${provider} signs in, leads to ${destination}, and a reload keeps it`, async ({ page }) => {
    await openDialog(page, { from: '/support', by });
    const popup = await popupFrom(page, () => signInButton(page, provider).click());
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600]);
    await choose(popup, name);

    await expect(page).toHaveURL(destination);
    await expect(dialog(page)).toHaveCount(0);
    await expectSignedIn(page);
    expect(popup.isClosed()).toBe(true);
    await page.reload();
    await expectSignedIn(page);
  });
}

test('a closed popup is rejected after 8 to 10 seconds, and until then both buttons are disabled', async ({
  page,
}) => {
  await openDialog(page);
  await expectRejectedPopup(page, 'The popup has been closed by the user before finalizing the operation.');
});

test('“Try again” opens a new popup in place of the first, by keyboard as well, and the new one signs in', async ({
  page,
}) => {
  await openDialog(page, { from: '/support', by: 'Submit' });
  const first = await popupFrom(page, () => signInButton(page, 'Google').click());
  await expect(signInButton(page, 'Google')).toBeDisabled();
  await expect(signInButton(page, 'Github')).toBeDisabled();
  await expect(signInButton(page, 'Google').locator('.animate-spin')).toBeVisible();
  await expect(tryAgainButton(page)).toBeFocused();
  const second = await popupFrom(page, () => tryAgainButton(page).click());
  await expect.poll(() => first.isClosed()).toBe(true);

  await second.close();
  const third = await popupFrom(page, () => page.keyboard.press('Enter'));
  await expect(toastsOn(page)).toHaveCount(0);
  await choose(third, 'Femi Birch');
  await expect(page).toHaveURL('/account/submit');
  await expectSignedIn(page);
});

test('two quick clicks leave one popup, which signs in', async ({ page }) => {
  await openDialog(page, { by: 'Submit' });
  await signInButton(page, 'Google').dblclick();

  await expect.poll(() => popupsOf(page).length).toBe(1);
  // Proves that no second popup opens.
  await page.waitForTimeout(1_000);
  const [popup, ...others] = popupsOf(page);
  expect(others).toEqual([]);
  if (popup) await choose(popup, 'Chi Birch');
  await expect(page).toHaveURL('/account/submit');
  await expectSignedIn(page);
});

test('two quick clicks right after the modal opens leave one popup', async ({ page }) => {
  await openDialog(page);
  await signInButton(page, 'Github').dblclick();

  await expect.poll(() => popupsOf(page).length).toBe(1);
  // Proves that no second popup opens.
  await page.waitForTimeout(1_000);
  expect(popupsOf(page)).toHaveLength(1);
});

test('a redirect sign-in leads to the same destination when the browser blocks the popup', async ({
  page,
}) => {
  await openDialog(page, { from: '/support', by: 'Submit' });
  // Chromium allows a popup for five seconds after a click, and Playwright's polling counts as a click. So a script
  // clicks later, and the test waits without polling.
  await signInButton(page, 'Google').evaluate((button: HTMLElement) => {
    setTimeout(() => button.click(), 6_000);
  });
  await page.waitForTimeout(7_000);
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Your browser blocked the popup. Continue to Google instead.',
  );
  expect(popupsOf(page)).toEqual([]);
  await continueButton(page, 'Google').click();

  await choose(page, 'Dara Birch');
  await expect(page).toHaveURL('/account/submit');
  await expectSignedIn(page);
});

test('a member who signs out is signed out in the other tabs at once', async ({ page, context }) => {
  await signInAs(page, 'quim-moss', { isFresh: true });
  await visit(page, '/account/settings');
  const other = await context.newPage();
  await visit(other, '/support');
  await expectSignedIn(page);
  await expectSignedIn(other);

  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await expectSignedOut(other);
  await expectSignedOut(page);
  expect((await context.cookies()).filter(({ name }) => name === 'encrypted_token')).toEqual([]);
});

test('a member who signs in is also signed in in other tabs', async ({ page, context }) => {
  const other = await context.newPage();
  await visit(other, '/support');
  await expectSignedOut(other);
  await openDialog(page);
  await choose(await popupFrom(page, () => signInButton(page, 'Google').click()), 'Femi Birch');
  await expectSignedIn(other);
});

test('the reason in the URL for a failed sign-in is shown once, and an unknown reason is not shown', async ({
  page,
}) => {
  await visit(page, '/?loginFailure=link-to-google&tag=javascript');
  await expect(toastsOn(page)).toHaveText(
    'You already have an account with this email. Sign in with Google to link Github.',
  );
  await expect(page).toHaveURL('/?tag=javascript');

  await visit(page, '/?loginFailure=constructor');
  await expect(page).toHaveURL('/');
  await expect(toastsOn(page)).toHaveCount(0);
});
