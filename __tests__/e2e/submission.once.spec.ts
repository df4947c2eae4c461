import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { DEMO_MODERATOR } from '@/server/identity/identity-local';
import { until } from '../setup/until';
import { signInAs, takeAccount } from './member';
import { decide } from './moderation-queue';
import { cardsOn, expect, test, visit } from './site';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

test.describe.configure({ timeout: 120_000 });

/** Runs `npm run admin -- …` while the site is running. */
async function admin(...words: string[]): Promise<string> {
  const { stdout } = await run('npm', ['run', '--silent', 'admin', '--', ...words], {
    cwd: root,
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR, NODE_OPTIONS: '' },
  });
  return stdout;
}

/** Opens a second browser, signed in as another member. */
async function openBrowserOf(page: Page, account: string): Promise<Page> {
  const context = await page.context().browser()?.newContext({ baseURL: test.info().project.use.baseURL });
  if (!context) throw new Error('The page belongs to no browser.');
  const other = await context.newPage();
  await signInAs(other, account);
  return other;
}

/**
 * Draws an image that the server takes a moment to process, but a busy server not so long that the time limit of images
 * rejects it.
 */
async function drawImage(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 640, height: 400, channels: 3, background: '#000', noise } })
    .png()
    .toBuffer();
}

async function submit(page: Page, name: string, { image }: { image?: Buffer } = {}): Promise<void> {
  await visit(page, '/account/submit');
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: 'Paste the link' }).fill(`https://${slugOf(name)}.example`);
  await main.getByRole('button', { name: 'Fill it in myself' }).click();
  await main.getByRole('textbox', { name: 'Name' }).fill(name);
  await main.getByRole('textbox', { name: 'Tagline' }).fill('Sews squares of pages together');
  await main.getByRole('combobox', { name: 'Tags' }).fill('Quilting,');
  if (image) {
    const file = { name: 'quilt.png', mimeType: 'image/png', buffer: image };
    await main.getByLabel('Icon', { exact: true }).setInputFiles(file);
  }
  await main.getByRole('button', { name: 'Submit this tool' }).click();
  await page.waitForURL('**/account/profile?status=pending');
}

const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');
const pathOf = (name: string) => `/tool/${slugOf(name)}`;
const entryOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

/** Requests a page as a visitor until it links the product. */
const waitUntilShown = (page: Page, pagePath: string, name: string) =>
  until(async () => (await (await page.request.get(pagePath)).text()).includes(`"${pathOf(name)}"`));

/** The URL of a loaded image; empty until it is loaded. */
const loadedURL = (element: Element) =>
  element instanceof HTMLImageElement && element.naturalWidth > 0 ? element.currentSrc : '';

async function approve(moderator: Page, name: string): Promise<void> {
  await decide(moderator, 'approve', async () => {
    await entryOf(moderator, name).getByRole('button', { name: 'Approve' }).click();
    await expect(entryOf(moderator, name)).toHaveCount(0);
  });
}

test('a submission with an image is approved by a new moderator and listed for everyone', async ({
  page,
}) => {
  const name = `Quilt ${Date.now()}`;
  const imageStatuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/images/')) imageStatuses.push(response.status());
  });
  await signInAs(page, 'quim-moss');
  await submit(page, name, { image: await drawImage() });

  // The product is pending, with its place in the queue. Its image is processed, then served.
  const own = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await expect(own.getByText(/in the queue$/)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Pending \d/ })).toHaveAttribute('aria-current', 'page');
  await expect
    .poll(() => own.locator('img').evaluate(loadedURL), { timeout: 30_000 })
    .toContain('/api/images/');
  // A fast server has processed the image before the browser asks for it.
  expect([423, 200]).toContain(imageStatuses[0]);
  expect(imageStatuses.at(-1)).toBe(200);

  // It is not public yet.
  for (const pagePath of ['/new', `/search?q=${encodeURIComponent(name)}`]) {
    expect(await (await page.request.get(pagePath)).text()).not.toContain(`"${pathOf(name)}"`);
  }

  // Another member cannot open the moderation page until the command line grants the role.
  const account = await takeAccount();
  const moderator = await openBrowserOf(page, account);
  expect((await visit(moderator, '/moderation'))?.status()).toBe(404);
  await expect(moderator.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(await admin('grant', `@${account}`, 'moderator')).toBe(`@${account}: member → moderator\n`);

  await visit(moderator, '/moderation');
  await expect(entryOf(moderator, name).getByText('Sews squares of pages together')).toBeVisible();
  const tile = entryOf(moderator, name).locator('img').first();
  await tile.scrollIntoViewIfNeeded();
  await expect.poll(() => tile.evaluate(loadedURL)).toContain('/api/images/');
  await approve(moderator, name);

  await Promise.all([
    waitUntilShown(page, '/new', name),
    waitUntilShown(page, `/search?q=${encodeURIComponent(name)}`, name),
  ]);

  await visit(page, '/new');
  await expect(cardsOn(page).first().getByRole('heading', { name })).toBeVisible();
  await visit(page, '/account/profile?status=approved');
  await expect(page.getByRole('heading', { name }).getByRole('link')).toBeVisible();

  // The command line takes the role away again.
  expect(await admin('revoke', `@${account}`)).toBe(`@${account}: moderator → member\n`);
  await visit(moderator, '/moderation');
  await expect(moderator.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await moderator.context().close();
});

test('a rejected submission shows its reason, is edited, and is approved the second time', async ({
  page,
}) => {
  const name = `Patchwork ${Date.now()}`;
  await signInAs(page, 'rana-moss');
  await submit(page, name);
  const moderator = await openBrowserOf(page, DEMO_MODERATOR);

  await visit(moderator, '/moderation');
  const entry = entryOf(moderator, name);
  await entry.getByRole('button', { name: 'Reject' }).click();
  await entry.getByRole('button', { name: 'Not a web tool' }).click();
  await moderator.keyboard.type(' It is a blanket.');
  await entry.getByRole('button', { name: 'Send rejection' }).click();
  await expect(entry).toHaveCount(0);
  await expect(moderator.getByRole('status').filter({ hasText: `${name} rejected.` })).toHaveCount(1);

  await visit(page, '/account/profile?status=rejected');
  await expect(page.getByText("It isn't a web tool. It is a blanket.")).toBeVisible();
  await page.getByRole('link', { name: `Edit and resubmit ${name}` }).click();
  await page.getByRole('textbox', { name: 'Tagline' }).fill('Sews pages together, in the browser');
  await page.getByRole('button', { name: 'Submit again' }).click();
  await page.waitForURL('**/account/profile?status=pending');
  await expect(page.getByRole('heading', { name })).toBeVisible();

  await visit(moderator, '/moderation');
  await expect(entry.getByText("It isn't a web tool. It is a blanket.")).toBeVisible();
  await expect(entry.getByText('Sews pages together, in the browser')).toBeVisible();
  await approve(moderator, name);
  await waitUntilShown(page, '/new', name);
  await moderator.context().close();
});
