import { firebaseSite } from './addresses';
import { choose, popupIsReady, signInAs, slowScript, setUpFirebaseSite } from './firebase-site';
import { takeName } from './member';
import { PEOPLE, UNLINKED } from './people';
import {
  dialog,
  expectRejectedPopup,
  expectSignedIn,
  openDialog,
  popupFrom,
  popupsOf,
  signInButton,
  tryAgainButton,
} from './sign-in-dialog';
import { expect, test, toastsOn, visit } from './site';

setUpFirebaseSite();
test.describe.configure({ retries: 0 });

test('nothing calls Firebase before the modal opens', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await visit(page, '/');
  // Proves that no request follows.
  await page.waitForTimeout(1_000);
  const elsewhere = asked.filter((url) => !url.startsWith(firebaseSite.url));
  expect([...elsewhere, ...asked.filter((url) => url.includes('/user/'))]).toEqual([]);

  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await popupIsReady(page);
});

const profile = '/account/profile?status=approved';
for (const { provider, name, by, destination, isSecondVisit } of [
  { provider: 'Google', name: 'Ada', by: 'Submit', destination: '/account/submit', isSecondVisit: false },
  { provider: 'Github', name: 'Bob', by: 'Account', destination: profile, isSecondVisit: false },
  { provider: 'Google', name: 'Finn', by: 'Submit', destination: '/account/submit', isSecondVisit: true },
  { provider: 'Github', name: 'Gia', by: 'Account', destination: profile, isSecondVisit: true },
] as const) {
  const visits = isSecondVisit ? 'second' : 'first';
  test(`on a ${visits} visit, ${provider} signs in, leads to ${destination}, and a reload keeps it`, async ({
    page,
    context,
  }) => {
    await openDialog(page, { from: '/support', by, isSecondVisit });
    await popupIsReady(page);
    const popup = await popupFrom(page, () => signInButton(page, provider).click());
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600]);
    await choose(popup, name);

    await expect(page).toHaveURL(destination);
    await expect(dialog(page)).toHaveCount(0);
    await expectSignedIn(page);
    expect(popup.isClosed()).toBe(true);
    const cookie = (await context.cookies()).find((kept) => kept.name === 'encrypted_token');
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(29.9 * 24 * 60 * 60);

    await page.reload();
    await expectSignedIn(page);
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
  });
}

test('a closed popup is rejected after 8 to 10 seconds, and until then both buttons are disabled', async ({
  page,
}) => {
  await openDialog(page);
  await popupIsReady(page);
  await expectRejectedPopup(page, 'closed by the user');
  await expect(dialog(page).locator('.animate-spin')).toHaveCount(0);
});

test('after a popup was closed, “Try again” opens a new one at once, and the first one is not reported', async ({
  page,
}) => {
  await openDialog(page, { by: 'Submit' });
  await popupIsReady(page);
  await page.clock.install();
  await (await popupFrom(page, () => signInButton(page, 'Google').click())).close();
  await expect(signInButton(page, 'Google').locator('.animate-spin')).toBeVisible();
  // Chromium blocks a popup that opens more than five seconds after a click, and the SDK needs 8 seconds to notice a
  // closed one: a popup that waits for that never opens.
  const popup = await popupFrom(page, () => tryAgainButton(page).click());
  // Proves that no toast appears when the SDK has noticed the closed popup.
  await page.clock.runFor(10_500);
  await expect(toastsOn(page)).toHaveCount(0);
  await expect(signInButton(page, 'Github')).toBeDisabled();
  await choose(popup, 'Cleo');

  await expect(page).toHaveURL('/account/submit');
  await expectSignedIn(page);
});

test('“Try again” closes a popup that is still open', async ({ page }) => {
  await openDialog(page);
  await popupIsReady(page);
  const first = await popupFrom(page, () => signInButton(page, 'Github').click());
  const second = await popupFrom(page, () => tryAgainButton(page).click());
  await expect.poll(() => first.isClosed()).toBe(true);
  expect(second.isClosed()).toBe(false);
  await expect(toastsOn(page)).toHaveCount(0);
});

for (const { state, delayMs } of [
  { state: 'ready', delayMs: 0 },
  { state: 'still loading', delayMs: 1_500 },
]) {
  test(`two quick clicks leave one popup while the SDK is ${state}`, async ({ page, context }) => {
    await slowScript(context, delayMs);
    await openDialog(page, { by: 'Submit' });
    if (delayMs === 0) await popupIsReady(page);
    await signInButton(page, 'Google').dblclick();

    await expect.poll(() => popupsOf(page).length).toBe(1);
    // Proves that no second popup opens.
    await page.waitForTimeout(1_500);
    const [popup, ...others] = popupsOf(page);
    expect(others).toEqual([]);
    if (popup) await choose(popup, delayMs === 0 ? 'Dan' : 'Eve');

    await expect(page).toHaveURL('/account/submit');
    await expectSignedIn(page);
  });
}

test('closing the modal closes the popup silently', async ({ page }) => {
  await openDialog(page);
  await popupIsReady(page);
  await page.clock.install();
  const popup = await popupFrom(page, () => signInButton(page, 'Google').click());
  await dialog(page).getByRole('button', { name: 'Close' }).click();

  await expect.poll(() => popup.isClosed()).toBe(true);
  // Proves that no toast appears when the SDK has noticed the closed popup.
  await page.clock.runFor(10_500);
  await expect(toastsOn(page)).toHaveCount(0);
});

test('another provider with the same email can be linked, and then signs in as the same member', async ({
  page,
  context,
}) => {
  const hal = await takeName(UNLINKED);
  const address = PEOPLE.find(({ name }) => name === hal)?.email ?? '';
  await openDialog(page);
  await popupIsReady(page);
  await signInAs(page, 'Google', hal);
  await expectSignedIn(page);
  await context.clearCookies();

  await openDialog(page, { from: '/support', by: 'Submit' });
  await popupIsReady(page);
  await signInAs(page, 'Github', hal);
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'You already have an account with this email. Sign in with Google to link Github.',
  );
  expect(await context.cookies()).toEqual([]);
  const link = dialog(page).getByRole('button', { name: 'Sign in with Google and link Github' });
  await choose(await popupFrom(page, () => link.click()), hal);
  await expect(toastsOn(page)).toHaveText('You can now sign in with Github.');
  await expect(page).toHaveURL('/account/submit');
  await context.clearCookies();

  await openDialog(page);
  await popupIsReady(page);
  await signInAs(page, 'Github', hal);
  await expectSignedIn(page);
  const token = (await context.cookies()).find(({ name }) => name === 'encrypted_token')?.value ?? '';
  const exported = await fetch(`${firebaseSite.url}/api/user/private/identities`, {
    headers: { accessToken: `Bearer ${token}` },
  });
  expect(await exported.json()).toMatchObject({
    identities: [
      { provider: 'google.com', email: address },
      { provider: 'github.com', email: address },
    ],
  });
});

test('a member can link another provider in the settings, unless it belongs to another member', async ({
  page,
  context,
}) => {
  const [ida, jon] = [await takeName(UNLINKED), await takeName(UNLINKED)];
  await openDialog(page);
  await popupIsReady(page);
  await signInAs(page, 'Google', ida);
  await expectSignedIn(page);
  await context.clearCookies();

  await openDialog(page);
  await popupIsReady(page);
  await signInAs(page, 'Github', jon);
  await expectSignedIn(page);
  await visit(page, '/account/settings');
  const link = page.getByRole('button', { name: 'Link Google' });
  await link.hover();
  await popupIsReady(page);
  await choose(await popupFrom(page, () => link.click()), ida);
  await expect(toastsOn(page)).toHaveText('This Google account already belongs to another member.');

  await choose(await popupFrom(page, () => link.click()), jon);
  await expect(toastsOn(page).first()).toHaveText('You can now sign in with Google.');
  await expect(link).toHaveCount(0);
  await expectSignedIn(page);
});
