import { startIdentityDouble } from '../setup/identity-double';
import { startOpenIDProvider } from '../setup/openid-provider';
import { oauthSite } from './addresses';
import { PEOPLE } from './people';
import {
  continueButton,
  dialog,
  expectSignedIn,
  expectSignedOut,
  openDialog,
  popupFrom,
  popupsOf,
  signInButton,
} from './sign-in-dialog';
import { expect, test, toastsOn } from './site';
import { startSite } from './start-site';

const { url, providerPort, providerURL, githubPort, githubURL } = oauthSite;
test.use({ baseURL: url, knownOrigins: [providerURL, githubURL] });
test.describe.configure({ mode: 'serial', retries: 0 });

let stop: (() => Promise<void>) | undefined;

/** Serves the build of the demo with clients at Google and Github alone, and both of them. */
test.beforeAll(async () => {
  // The demo's content takes long to fill in on a busy machine.
  test.setTimeout(4 * 60 * 1000);
  const callback = `${url}/api/user/login/google/callback`;
  const google = await startOpenIDProvider({ port: providerPort, callback, people: PEOPLE });
  const double = await startIdentityDouble({ port: githubPort, people: PEOPLE });
  const { github } = double.config;
  const site = await startSite(oauthSite, {
    ...{ APP_ENV: 'development', LOG_LEVEL: 'warn' },
    GOOGLE_CLIENT_IDS: google.config.clientId,
    GOOGLE_CLIENT_SECRET: google.config.clientSecret,
    GOOGLE_ISSUER: google.config.issuerURL,
    GITHUB_CLIENT_ID: github.clientId,
    GITHUB_CLIENT_SECRET: github.clientSecret,
    GITHUB_URL: github.url,
    GITHUB_API_URL: github.apiURL,
  });
  stop = async () => {
    await site.stop();
    google.close();
    await double.close();
  };
});
test.afterAll(() => stop?.());

test('the popup signs in with Google and with Github, and links them', async ({ page }) => {
  await openDialog(page, { from: '/support', by: 'Submit' });
  const popup = await popupFrom(page, () => signInButton(page, 'Google').click());
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600]);
  await expect(signInButton(page, 'Google')).toBeDisabled();
  await popup.getByRole('link', { name: 'Ada <' }).click();
  await expect(page).toHaveURL('/account/submit');
  await expectSignedIn(page);
  expect(popupsOf(page)).toEqual([]);
  await page.reload();
  await expectSignedIn(page);

  await page.goto('/account/settings');
  const link = page.getByRole('button', { name: /Link.*Github/ });
  await link.hover();
  const second = await popupFrom(page, () => link.click());
  await second.getByRole('link', { name: 'Ada <' }).click();
  await expect(toastsOn(page)).toContainText('You can now sign in with Github.');
});

for (const { visits, isSecondVisit, name } of [
  { visits: 'first', isSecondVisit: false, name: 'Bob' },
  { visits: 'second', isSecondVisit: true, name: 'Cleo' },
]) {
  test(`on a ${visits} visit, the page of the provider signs in without a popup, and leads back`, async ({
    page,
  }) => {
    await openDialog(page, { from: '/support', by: 'Submit', isSecondVisit });
    await dialog(page).getByRole('button', { name: 'Popup not opening?' }).click();
    await continueButton(page, 'Google').click();
    await expect(page.getByRole('heading', { name: 'Google' })).toBeVisible();
    await page.getByRole('link', { name: `${name} <` }).click();
    await expect(page).toHaveURL('/account/submit');
    await expectSignedIn(page);
  });
}

test('on a second visit, the popup signs in', async ({ page }) => {
  await openDialog(page, { from: '/support', by: 'Submit', isSecondVisit: true });
  const popup = await popupFrom(page, () => signInButton(page, 'Github').click());
  await popup.getByRole('link', { name: 'Dan <' }).click();
  await expect(page).toHaveURL('/account/submit');
  await expectSignedIn(page);
});

test('a denied consent is a sentence, in the popup and on the page', async ({ page, context }) => {
  await openDialog(page);
  const popup = await popupFrom(page, () => signInButton(page, 'Google').click());
  await popup.getByRole('link', { name: 'Deny' }).click();
  await expect(toastsOn(page)).toHaveText('The sign-in was cancelled.');
  await expect(signInButton(page, 'Google')).toBeEnabled();
  expect(popupsOf(page)).toEqual([]);

  await dialog(page).getByRole('button', { name: 'Popup not opening?' }).click();
  await continueButton(page, 'Google').click();
  await page.getByRole('link', { name: 'Deny' }).click();
  await expect(page).toHaveURL('/');
  await expect(toastsOn(page)).toHaveText('The sign-in was cancelled.');
  await expectSignedOut(page);
  expect((await context.cookies(url)).map(({ name }) => name)).not.toContain('encrypted_token');
});
