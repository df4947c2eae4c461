import type { Page } from 'playwright/test';
import { identityDouble } from './addresses';
import { gapi, slowScript, setUpFirebaseSite } from './firebase-site';
import {
  continueButton,
  dialog,
  expectSignedIn,
  expectSignedOut,
  openDialog,
  popupsOf,
  signInButton,
} from './sign-in-dialog';
import { expect, test, toastsOn } from './site';

setUpFirebaseSite();

/** Signs in on the provider's own page, which leads back to where the visitor wanted to go. */
async function signInThere(page: Page, provider: 'Google' | 'Github', name: string): Promise<void> {
  await continueButton(page, provider).click();
  await expect(page.getByRole('heading', { name: provider })).toBeVisible();
  expect(page.url()).toContain(identityDouble.url);
  await page.getByRole('link', { name: `${name} <` }).click();
  await expect(page).toHaveURL('/account/submit');
  await expectSignedIn(page);
  await page.reload();
  await expectSignedIn(page);
}

test('where the browser blocks the popup, the page of the provider signs in instead', async ({
  page,
  context,
}) => {
  // Chromium blocks a popup that opens more than five seconds after a click. Playwright's polling counts as clicks, so
  // the test waits instead.
  await slowScript(context, 7_000);
  await openDialog(page, { from: '/support', by: 'Submit' });
  await signInButton(page, 'Google').click();
  await page.waitForTimeout(9_000);
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Your browser blocked the popup. Continue to Google instead.',
  );
  expect(popupsOf(page)).toEqual([]);
  await expect(toastsOn(page)).toContainText('popup');
  await signInThere(page, 'Google', 'Finn');
});

test('the page of the provider signs in for visitors who choose it instead of the popup', async ({
  page,
}) => {
  await openDialog(page, { from: '/support', by: 'Submit' });
  await dialog(page).getByRole('button', { name: 'Popup not opening?' }).click();
  await signInThere(page, 'Github', 'Gia');
});

test('the page of the provider is offered when Firebase is unreachable', async ({ page, context }) => {
  await context.route(`${gapi}/**`, (route) => route.abort());
  await openDialog(page);
  await signInButton(page, 'Google').click();

  await expect(toastsOn(page)).toContainText('Firebase');
  await expect(dialog(page).getByRole('alert')).toHaveText(
    "The popup didn't work. Continue to Google instead.",
  );
  await expect(continueButton(page, 'Google')).toBeEnabled();
});

test('canceling on the page of the provider shows once that the sign-in was cancelled', async ({ page }) => {
  await openDialog(page);
  await dialog(page).getByRole('button', { name: 'Popup not opening?' }).click();
  await continueButton(page, 'Github').click();
  await expect(page.getByRole('heading', { name: 'Github' })).toBeVisible();
  const back = await page.getByRole('link').first().getAttribute('href');
  const refusal = new URL(back ?? '');
  refusal.searchParams.delete('code');
  refusal.searchParams.set('error', 'access_denied');
  await page.goto(refusal.href);

  await expect(toastsOn(page)).toHaveText('The sign-in was cancelled.');
  await expect(page).toHaveURL('/');
  await page.reload();
  await expectSignedOut(page);
  await expect(toastsOn(page)).toHaveCount(0);
});
