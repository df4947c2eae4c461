import { passkeySite } from './addresses';
import { addAuthenticator } from './authenticator';
import {
  dialog,
  expectSignedIn,
  expectSignedOut,
  openDialog,
  popupFrom,
  signInButton,
} from './sign-in-dialog';
import { expect, test, toastsOn, visit } from './site';
import { startSite } from './start-site';

test.describe.configure({ retries: 0 });

// Demo accounts sign in on this machine only. Requests through a proxy are refused.
test.use({ baseURL: passkeySite.url, extraHTTPHeaders: {} });

test('a member adds a passkey, signs out, signs in with it and lands on the intended page', async ({
  page,
}) => {
  test.setTimeout(6 * 60 * 1000);
  const site = await startSite(passkeySite, { APP_ENV: 'demo', SIGN_IN_PASSKEYS: 'on' });
  try {
    const device = await addAuthenticator(page);
    await openDialog(page);
    const popup = await popupFrom(page, () => signInButton(page, 'Google').click());
    await popup.getByRole('button', { name: 'Ada Birch' }).click();
    await expectSignedIn(page);

    await visit(page, '/account/settings');
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await expect(passkeys).toContainText("You haven't added a passkey yet.");
    await passkeys.getByLabel('Name of the passkey').fill('Laptop');
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(toastsOn(page)).toContainText('You can now sign in with this passkey.');
    await expect(passkeys.getByRole('listitem')).toContainText('not used yet');
    expect(await device.credentials()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);

    // The narrowest window that has to do.
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByRole('list', { name: 'Sessions' }).getByRole('button', { name: 'Sign out' }).click();
    await expectSignedOut(page);

    await openDialog(page, { from: '/support', by: 'Submit' });
    const button = dialog(page).getByRole('button', { name: 'Sign in with a passkey' });
    await button.click();
    await expect(page).toHaveURL('/account/submit');
    await expect(dialog(page)).toHaveCount(0);
    await expectSignedIn(page);

    await visit(page, '/account/settings');
    await expect(passkeys.getByRole('listitem')).toContainText('last used');
    await passkeys.getByRole('button', { name: 'Remove Laptop' }).click();
    await passkeys.getByRole('button', { name: 'Remove it' }).click();
    await expect(passkeys).toContainText("You haven't added a passkey yet.");
  } finally {
    await site.stop();
  }
});
