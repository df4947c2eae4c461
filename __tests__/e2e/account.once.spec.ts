import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import * as z from 'zod/mini';
import { SESSION_COOKIE } from '@/lib/contract/plain/site';
import { signInAs, takeAccount } from './member';
import { expect, test, toastsOn, visit } from './site';

const main = (page: Page) => page.getByRole('main');
const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name });
const row = (page: Page, name: string) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) });

/** Submits a product without the form, which has its own tests. */
async function submit(page: Page, name: string): Promise<void> {
  const cookies = await page.context().cookies();
  const token = cookies.find((cookie) => cookie.name === SESSION_COOKIE.name)?.value;
  const answer = await page.request.post('/api/user/private/products', {
    headers: { accessToken: `Bearer ${token}` },
    data: {
      url: `https://${name.toLowerCase().replaceAll(' ', '-')}.example/`,
      name,
      tagline: 'Made up for a test of the dashboard',
      tags: ['Testing'],
    },
  });
  expect(answer.status()).toBe(201);
}

test('the dashboard changes tabs without a page load, and updates URL and title', async ({ page }) => {
  await signInAs(page, 'ada-birch');
  await visit(page, '/account/profile?status=approved');
  await expect(tab(page, /^Approved \d+$/)).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveTitle(/^Approved · Dashboard/);
  await page.evaluate(() => Object.assign(window, { wasHere: true }));

  await tab(page, /^Pending 1$/).click();
  await expect(row(page, 'Knip').getByText(/^\d+(st|nd|rd|th) in the queue$/)).toBeVisible();
  await expect(page).toHaveURL('/account/profile?status=pending');
  await expect(page).toHaveTitle(/^Pending · Dashboard/);
  await expect(tab(page, /^Pending/)).toBeFocused();

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/account/profile?status=rejected');
  await expect(row(page, 'Biome').getByText(/^The tagline is the maker/)).toBeVisible();
  await expect(row(page, 'Biome').getByRole('link', { name: 'Edit and resubmit' })).toHaveAttribute(
    'href',
    /^\/account\/submit\?id=\d+$/,
  );
  expect(await page.evaluate(() => 'wasHere' in window)).toBe(true);

  await page.goBack();
  await expect(row(page, 'Knip')).toBeVisible();
});

test('a product that was never listed can be withdrawn by keyboard, and its link submitted again', async ({
  page,
}) => {
  const name = `Patience ${Date.now()}`;
  await signInAs(page, await takeAccount());
  await submit(page, name);
  await visit(page, '/account/profile?status=pending');
  const withdraw = row(page, name).getByRole('button', { name: `Withdraw ${name}` });
  const dialog = page.getByRole('dialog', { name: `Withdraw ${name}` });

  await withdraw.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Anyone can submit its link again');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(withdraw).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing in the queue')).toBeVisible();
  await expect(tab(page, /^Pending 0$/)).toBeVisible();
  await expect(toastsOn(page)).toHaveText('Withdrawn. Anyone can submit its link again.');
  await submit(page, name);
});

test('name, handle and image can be changed, and show on the public page', async ({ page }) => {
  const newHandle = `uma-${Date.now()}`;
  await signInAs(page, await takeAccount());
  await visit(page, '/account/settings');
  const handle = main(page).getByRole('textbox', { name: 'Handle' });
  await handle.fill('ada-birch');
  await main(page).getByRole('button', { name: 'Save profile' }).click();
  await expect(main(page).getByText('This handle is already taken.')).toBeVisible();
  await expect(handle).toBeFocused();

  await main(page).getByRole('textbox', { name: 'Name' }).fill('Uma of the Moss');
  await handle.fill(newHandle.replace('uma', 'Uma'));
  await page.keyboard.press('Enter');
  await expect(toastsOn(page)).toHaveText('Profile saved.');
  await expect(handle).toHaveValue(newHandle);

  await page.locator('input[type="file"]').setInputFiles({
    name: 'square.png',
    mimeType: 'image/png',
    buffer: await squareImage(page),
  });
  await expect(main(page).getByRole('button', { name: 'Remove', exact: true })).toBeVisible({
    timeout: 20_000,
  });

  await main(page).getByRole('link', { name: 'See your public page' }).click();
  await expect(page).toHaveURL(`/u/${newHandle}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Uma of the Moss');
});

/** An image drawn by the browser. */
async function squareImage(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 64;
    canvas.getContext('2d')?.fillRect(0, 0, 64, 64);
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(url.replace(/^.*,/, ''), 'base64');
}

test('a session can be ended from another browser, and signing out everywhere reaches other tabs at once', async ({
  page,
  browser,
}) => {
  const account = await takeAccount();
  await signInAs(page, account, { isFresh: true });
  const elsewhere = await browser.newContext();
  const otherPage = await elsewhere.newPage();
  await signInAs(otherPage, account, { isFresh: true });
  await visit(otherPage, '/account/profile');
  await expect(tab(otherPage, /^Approved/)).toBeVisible();

  await visit(page, '/account/settings');
  const sessions = main(page).getByRole('region', { name: 'Where you are signed in' });
  await expect(sessions.getByText('this one')).toBeVisible();
  await expect(sessions.getByRole('button', { name: /^End the session of/ })).toHaveCount(1);
  await sessions.getByRole('button', { name: /^End the session of/ }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await tab(otherPage, /^Pending/).click();
  await expect(otherPage.getByText("You're signed out")).toBeVisible();
  await elsewhere.close();

  const secondTab = await page.context().newPage();
  await visit(secondTab, '/account/profile');
  await expect(tab(secondTab, /^Approved/)).toBeVisible();
  await sessions.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(main(page).getByText("You're signed out")).toBeVisible();
  await expect(main(secondTab).getByText("You're signed out")).toBeVisible({ timeout: 1_000 });
});

const exported = z.object({
  exportedAt: z.iso.datetime(),
  account: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});

test('the export is a JSON file with all data', async ({ page }) => {
  await signInAs(page, 'ada-birch');
  await visit(page, '/account/settings');
  const download = page.waitForEvent('download');
  await main(page).getByRole('button', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^listgrove-export-\d{4}-\d\d-\d\d\.json$/);
  const { account } = exported.parse(JSON.parse(await readFile(await file.path(), 'utf8')));
  expect(account.users).toMatchObject([{ handle: 'ada-birch' }]);
  expect(account.products?.map(({ name }) => name)).toEqual(expect.arrayContaining(['Knip', 'Biome']));
});

test('an account can be deleted with its handle, and kept from another page', async ({ page }) => {
  const account = await takeAccount();
  await signInAs(page, account, { isFresh: true });
  await visit(page, '/account/settings');
  await main(page)
    .getByRole('button', { name: /^Delete my account/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByRole('textbox').fill('yara');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(`That's not your handle. Type ${account}.`)).toBeVisible();
  await dialog.getByRole('textbox').fill(account);
  await page.keyboard.press('Enter');

  const notice = main(page).getByRole('region', { name: 'Account deletion' });
  await expect(notice).toContainText(/^Your account will be deleted on \w+ \d+, \d{4}/);
  await expect(main(page).getByRole('textbox', { name: 'Handle' })).toBeDisabled();
  expect((await page.request.get(`/u/${account}`)).status()).toBe(404);

  await visit(page, '/account/profile');
  await notice.getByRole('button', { name: 'Keep my account' }).click();
  await expect(notice).toHaveCount(0);
  await expect(toastsOn(page)).toHaveText("Your account won't be deleted.");
  expect((await page.request.get(`/u/${account}`)).status()).toBe(200);
});
