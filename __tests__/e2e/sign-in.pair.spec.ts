import type { Page } from 'playwright/test';
import { continueButton, dialog, openDialog, signInButton } from './sign-in-dialog';
import { expect, hold, once, refusal, test, toastsOn, visit } from './site';
import { measureToast } from './toast-life';

test.describe.configure({ retries: 0 });

const google = (page: Page) => signInButton(page, 'Google');
const github = (page: Page) => signInButton(page, 'Github');
const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Account' });

// The modal shows its buttons only without a proxy.
test.use({ extraHTTPHeaders: {} });

test('the sign-in modal shows its two sentences', async ({ page }) => {
  await openDialog(page);
  await expect(
    dialog(page).getByText('Sign in with your social media account to submit, upvote and bookmark tools.', {
      exact: true,
    }),
  ).toBeVisible();
  await expect(
    dialog(page).getByText(
      "We won't share any post or activity on your profile, social login is here to fight spam.",
      { exact: true },
    ),
  ).toBeVisible();
  await expect(google(page)).toBeEnabled();
  await expect(github(page)).toBeEnabled();
});

test('the sign-in modal closes with its close button, its backdrop and Escape, and returns the focus', async ({
  page,
}) => {
  await visit(page, '/');
  for (const close of [
    () => dialog(page).getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 5),
    () => page.keyboard.press('Escape'),
  ]) {
    await account(page).click();
    await dialog(page).getByRole('heading', { name: 'Sign in' }).click();
    await expect(dialog(page)).toBeVisible();
    await close();
    await expect(dialog(page)).toHaveCount(0);
    await expect(account(page)).toBeFocused();
  }
});

test('the focus stays inside the sign-in modal', async ({ page }) => {
  await openDialog(page);
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Tab');
    const isOutside = await page.evaluate(
      () => document.activeElement?.closest('[role="dialog"], body > :not(#__next)') === null,
    );
    // Between the last and the first control the browser itself may have the focus, but never the page.
    if (isOutside) expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  }
});

for (const { provider, chosen, other } of [
  { provider: 'Google', chosen: google, other: github },
  { provider: 'Github', chosen: github, other: google },
] as const) {
  const path = provider.toLowerCase();

  test(
    `both buttons are disabled and a loader shows while ${provider}'s page is requested, and a failure is shown`,
    once,
    async ({ page }) => {
      await page
        .context()
        .route(`**/user/login/${path}?*`, (route) =>
          route.fulfill({ status: 500, json: refusal('internal') }),
        );
      const { release } = await hold(page, `**/user/login/${path}?*`);
      await openDialog(page);
      await dialog(page).getByRole('button', { name: 'Popup not opening?' }).click();
      await continueButton(page, provider).click();

      await expect(chosen(page)).toBeDisabled();
      await expect(other(page)).toBeDisabled();
      await expect(chosen(page).locator('.animate-spin')).toBeVisible();
      await expect(other(page).locator('.animate-spin')).toHaveCount(0);

      release();
      await expect(chosen(page)).toBeEnabled();
      await expect(other(page)).toBeEnabled();
      await expect(chosen(page).locator('.animate-spin')).toHaveCount(0);
      await expect(toastsOn(page)).toHaveText(`There is a problem to login with ${path}`);
    },
  );
}

test('a toast closes after five seconds', once, async ({ page }) => {
  await page.route('**/user/login/github?*', (route) => route.abort());
  const { closesAfter, shownForMs } = await measureToast(page, async () => {
    await openDialog(page);
    await dialog(page).getByRole('button', { name: 'Popup not opening?' }).click();
    await continueButton(page, 'Github').click();
    // A toast under the pointer stays.
    await page.mouse.move(5, 5);
  });
  expect(closesAfter).toBe('5s');
  expect(shownForMs).toBeGreaterThan(4_500);
});

test(
  'demo accounts cannot sign in through a proxy, and the modal says that sign-in is not set up',
  once,
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      baseURL,
      extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.7' },
    });
    const page = await context.newPage();
    await openDialog(page);
    await expect(dialog(page).getByText(/^Sign-in isn't set up on this site yet\./)).toBeVisible();
    await expect(google(page)).toHaveCount(0);
    await context.close();
  },
);
