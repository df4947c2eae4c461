import type { Page } from 'playwright/test';
import { startSmtpDouble, type SmtpDouble } from '../setup/smtp-double';
import { until } from '../setup/until';
import { newSite } from './addresses';
import { addAuthenticator } from './authenticator';
import { dialog, expectSignedOut, openDialog } from './sign-in-dialog';
import { expect, test, toastsOn } from './site';
import { startSite } from './start-site';
import { violationsOn } from './violations';

const { url } = newSite;
test.use({ baseURL: url });
test.describe.configure({ mode: 'serial' });

let site: Awaited<ReturnType<typeof startSite>> | undefined;
let mailServer: SmtpDouble | undefined;

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="#d11"/></svg>';

/** A new site in production, as its owner starts it: empty, without a provider of sign-in or a mail server. */
test.beforeAll(async () => {
  test.setTimeout(4 * 60 * 1000);
  mailServer = await startSmtpDouble();
  site = await startSite(newSite, { APP_ENV: 'production', NEXT_PUBLIC_SITE_URL: url });
});
test.afterAll(async () => {
  await site?.stop();
  await mailServer?.stop();
});

/** Looks at what the typed settings change, and saves them. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'See what changes' }).click();
  await page.getByRole('button', { name: 'Save the changes' }).click();
  await expect(toastsOn(page)).toContainText('Saved.');
}

test('an owner sets a new site up in the browser, and a member joins with a code by email', async ({
  page,
  browser,
}) => {
  test.slow();
  const [link = ''] = /http\S+\/setup#\S+/.exec(site?.printed() ?? '') ?? [];
  expect(link).toContain(`${url}/setup#`);

  await page.goto(link);
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/moderation/setup');
  await expect(page.getByText('0 of 7 done')).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);

  await addAuthenticator(page);
  await page.getByRole('link', { name: 'Decide A way to sign in again' }).click();
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByLabel('Name of the passkey').fill('Laptop');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys.getByRole('listitem')).toContainText('Laptop');

  await page.goto('/moderation/setup');
  await page.getByRole('link', { name: 'Decide Name and words' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Fontgrove');
  await page.getByRole('textbox', { name: 'Noun', exact: true }).fill('font');
  await save(page);
  await page.goto('/');
  await expect(page).toHaveTitle(/^Fontgrove · /);

  await page.goto('/moderation/settings?group=look');
  const logo = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) };
  await page.getByLabel('Logo', { exact: true }).and(page.locator('input')).setInputFiles(logo);
  await expect(page.getByText('The logo is ready.')).toBeAttached();
  await save(page);
  await page.goto('/');
  await expect(page.getByRole('banner').locator('img').first()).toHaveJSProperty('naturalWidth', 128);

  await page.goto('/moderation/settings?group=mail');
  await page.getByLabel('Mail server').fill(mailServer?.url ?? '');
  await page.getByRole('textbox', { name: 'Sender' }).fill('hello@example.com');
  await save(page);
  await expect(page.getByLabel('Mail server')).toHaveValue('');
  await page.getByRole('textbox', { name: 'Your email address' }).fill('ada@example.com');
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await expect(toastsOn(page).filter({ hasText: 'Sent to ada@example.com.' })).toBeVisible();
  expect(mailServer?.received).toMatchObject([{ from: 'hello@example.com', to: ['ada@example.com'] }]);
  expect(await violationsOn(page)).toEqual([]);

  await page.goto('/moderation/settings?group=people');
  await page.getByRole('combobox', { name: 'Sign-in by email' }).selectOption('On');
  await save(page);
  await page.goto('/moderation/setup');
  await expect(page.getByText('5 of 7 done')).toBeVisible();

  const visitor = await browser.newContext({ baseURL: url });
  const guest = await visitor.newPage();
  await openDialog(guest);
  await dialog(guest).getByRole('textbox').fill('bo@example.com');
  await dialog(guest).getByRole('button', { name: 'Send me a code' }).click();
  await until(() => Promise.resolve(mailServer?.received.length === 2));
  const [code = ''] = /\b\d{6}\b/.exec(mailServer?.received[1]?.content ?? '') ?? [];
  await dialog(guest).getByRole('textbox', { name: 'Code' }).fill(code);
  await guest.keyboard.press('Enter');
  await expect(guest).toHaveURL('/account/profile?status=approved');
  await visitor.close();

  await page.goto('/account/settings');
  await page.getByRole('list', { name: 'Sessions' }).getByRole('button', { name: 'Sign out' }).click();
  await expectSignedOut(page);
  await openDialog(page);
  await dialog(page).getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL('/account/profile?status=approved');
});

test('the link works once', async ({ page }) => {
  const [link = ''] = /http\S+\/setup#\S+/.exec(site?.printed() ?? '') ?? [];
  await page.goto(link);
  await page.getByRole('textbox', { name: 'Your name' }).fill('Eve');
  await page.getByRole('button', { name: 'Become the admin' }).click();
  await expect(page.getByText('This link does not work: it was used already')).toBeVisible();
});
