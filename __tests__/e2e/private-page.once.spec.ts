import type { Page, Response } from 'playwright/test';
import { signInAs } from './member';
import { decide } from './moderation-queue';
import { expect, test, visit } from './site';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const moderatorHandle = 'edda-birch';
const onlyForSome = 'Only its submitter and moderators can see this page.';

const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');
const pathOf = (name: string) => `/tool/${slugOf(name)}`;
const entryOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const titleOf = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Opens a separate browser context, for a demo account or for a visitor. */
async function openBrowser(page: Page, account?: string): Promise<Page> {
  const { baseURL } = test.info().project.use;
  const context = await page.context().browser()?.newContext({ baseURL });
  if (!context) throw new Error('The page belongs to no browser.');
  const opened = await context.newPage();
  if (account) await signInAs(opened, account);
  return opened;
}

async function submit(page: Page, name: string): Promise<void> {
  await visit(page, '/account/submit');
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: 'Paste the link' }).fill(`https://${slugOf(name)}.example`);
  await main.getByRole('button', { name: 'Fill it in myself' }).click();
  await main.getByRole('textbox', { name: 'Name' }).fill(name);
  await main.getByRole('textbox', { name: 'Tagline' }).fill('Keeps a page behind a curtain');
  await main.getByRole('combobox', { name: 'Tags' }).fill('Curtains,');
  await main.getByRole('button', { name: 'Submit this tool' }).click();
  await page.waitForURL('**/account/profile?status=pending');
}

async function approve(moderator: Page, name: string): Promise<void> {
  await visit(moderator, '/moderation');
  await decide(moderator, 'approve', () =>
    entryOf(moderator, name).getByRole('button', { name: 'Approve' }).click(),
  );
}

async function reject(moderator: Page, name: string): Promise<void> {
  await visit(moderator, '/moderation');
  const entry = entryOf(moderator, name);
  await entry.getByRole('button', { name: /^Reject/ }).click();
  await entry.getByRole('button', { name: 'Not a web tool' }).click();
  await decide(moderator, 'reject', () => entry.getByRole('button', { name: 'Send rejection' }).click());
}

/** Opens a link to a product's page, and returns the API's response with the product. */
async function follow(page: Page, linkName: string, name: string): Promise<Response> {
  const loaded = page.waitForResponse((response) => response.url().endsWith(`/api/products/${slugOf(name)}`));
  await page.getByRole('main').getByRole('link', { name: linkName, exact: true }).click();
  await page.waitForURL(`**${pathOf(name)}`);
  await expect(titleOf(page, name)).toBeVisible();
  return loaded;
}

/** The HTML is the same 404 for the submitter, a moderator and a visitor; only the browser may fetch more. */
async function expectMissing(browsers: readonly Page[], name: string): Promise<void> {
  for (const { request } of browsers) {
    const response = await request.get(pathOf(name));
    expect(response.status()).toBe(404);
    expect(await response.text()).not.toContain(name);
  }
}

for (const decision of ['pending', 'rejected'] as const) {
  test(`a ${decision} product has a page for its submitter and moderators alone`, async ({ page }) => {
    const name = `Curtain ${decision} ${Date.now()}`;
    await signInAs(page, 'nour-moss');
    await submit(page, name);
    const moderator = await openBrowser(page, moderatorHandle);
    const visitor = await openBrowser(page);
    await visit(moderator, '/moderation');

    const shown = await follow(moderator, `View page of ${name}`, name);
    expect(shown.headers()['cache-control']).toBe('private, no-store');
    await expect(moderator.getByRole('note')).toHaveText(
      `This tool is waiting for a moderator. ${onlyForSome}`,
    );
    if (decision === 'rejected') await reject(moderator, name);

    await visit(page, `/account/profile?status=${decision}`);
    const own = await follow(page, name, name);
    expect(own.headers()['cache-control']).toBe('private, no-store');
    await expect(page.getByRole('note')).toContainText(onlyForSome);
    await expect(page.getByRole('note')).toContainText(
      decision === 'pending' ? 'is waiting' : 'was rejected',
    );
    // The address leads here on a reload, too.
    await visit(page, pathOf(name));
    await expect(titleOf(page, name)).toBeVisible();

    await expectMissing([page, moderator, visitor], name);
    await visit(visitor, pathOf(name));
    await expect(titleOf(visitor, 'Page not found')).toBeVisible();
    await expect(visitor.getByText(name)).toHaveCount(0);
    const refused = await visitor.request.get(`/api/products/${slugOf(name)}`);
    expect([refused.status(), refused.headers()['cache-control']]).toEqual([404, 'private, no-store']);

    if (decision === 'pending') await reject(moderator, name);
    await moderator.context().close();
    await visitor.context().close();
  });
}

test('an approved product stays public under its old name until a new name is approved', async ({ page }) => {
  const oldName = `Drape ${Date.now()}`;
  const newName = `Velvet ${Date.now()}`;
  await signInAs(page, 'odin-moss');
  await submit(page, oldName);
  const moderator = await openBrowser(page, moderatorHandle);
  const visitor = await openBrowser(page);
  await approve(moderator, oldName);

  async function rename(): Promise<void> {
    await page.getByRole('textbox', { name: 'Name' }).fill(newName);
    await page.getByRole('button', { name: /^(Save changes|Submit again)$/ }).click();
    await page.waitForURL('**/account/profile?status=pending');
    await expect(
      page.getByText(`Your edit is waiting for a moderator. ${oldName} stays public until then.`),
    ).toBeVisible();
  }
  async function expectOldPage(): Promise<void> {
    expect((await visit(visitor, pathOf(oldName)))?.status()).toBe(200);
    await expect(titleOf(visitor, oldName)).toBeVisible();
    expect(await visitor.content()).not.toContain(newName);
    expect((await visitor.request.get(pathOf(newName))).status()).toBe(404);
  }

  await visit(page, '/account/profile?status=approved');
  await page.getByRole('link', { name: `Edit ${oldName}` }).click();
  await rename();
  await expectOldPage();

  await visit(moderator, '/moderation');
  const published = entryOf(moderator, newName).getByRole('region', { name: 'Currently public' });
  await expect(published.getByRole('term')).toHaveText(['Name']);
  await expect(published.getByRole('definition')).toHaveText([oldName]);
  await moderator.getByRole('link', { name: `View public page of ${newName}` }).click();
  await expect(titleOf(moderator, oldName)).toBeVisible();

  await reject(moderator, newName);
  await visit(page, '/account/profile?status=rejected');
  await expect(page.getByText('Why your edit was rejected')).toBeVisible();
  await expect(page.getByText(`${oldName} stays public.`)).toBeVisible();
  await expectOldPage();

  await page.getByRole('link', { name: `Edit and resubmit ${newName}` }).click();
  await rename();
  await approve(moderator, newName);
  await visit(visitor, pathOf(oldName));
  await expect(visitor).toHaveURL(pathOf(newName));
  await expect(titleOf(visitor, newName)).toBeVisible();
  await moderator.context().close();
  await visitor.context().close();
});
