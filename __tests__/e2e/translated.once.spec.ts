import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { translatePage } from '../setup/translate-page';
import { everyPage } from './every-page';
import { signInAs, takeAccount } from './member';
import { firstInQueue } from './moderation-queue';
import { cardsOn, expect, test, toastsOn, visit } from './site';

test.describe.configure({ retries: 0 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const main = (page: Page) => page.getByRole('main');
const field = (page: Page, name: string) => main(page).getByRole('textbox', { name });

/** Opens a page and translates it. Pages that it leads to without a load are translated, too. */
async function visitTranslated(page: Page, path: string): Promise<void> {
  await visit(page, path);
  await page.evaluate(translatePage);
}

async function expectTranslated(page: Page): Promise<void> {
  await expect(page.locator('font font').first()).toBeAttached();
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
}

/** Opens and closes what a page can open: menus and disclosures. */
const openAll = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const closed = '#page :is(summary, button[aria-expanded="false"]:not([disabled]))';
    for (const opener of document.querySelectorAll<HTMLElement>(closed)) {
      if (!opener.isConnected || !opener.checkVisibility()) continue;
      opener.click();
      await frame();
      await frame();
      if (document.contains(opener) && opener.matches('summary, [aria-expanded="true"]')) opener.click();
      await frame();
    }
  });

async function search(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(query);
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

const drawImage = async () => ({
  name: 'square.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 320, height: 200, channels: 3, background: '#284' } })
    .png()
    .toBuffer(),
});

for (const viewer of new Set(everyPage().map(({ as }) => as))) {
  test(`every page of ${viewer ?? 'a visitor'} opens, is used and gives way to the next while it is translated`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    if (viewer) await signInAs(page, viewer);
    await visitTranslated(page, '/');
    // The page of failures says what no other page may say.
    for (const { path } of everyPage().filter(({ path, as }) => as === viewer && path !== '/500')) {
      await test.step(path, async () => {
        // For an unknown path, Next.js loads a new document. The demo has no page in its owner's words.
        if (path === '/no-such-page' || path === '/imprint') await visitTranslated(page, path);
        else await page.evaluate((to) => window.next.router.push(to), path);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await expect(page.getByText('Loading …')).toHaveCount(0);
        await openAll(page);
        await search(page, 'rea');
        await expectTranslated(page);
      });
    }
  });
}

test('a visitor searches, filters, loads more, chooses a theme and writes while the page is translated', async ({
  page,
}) => {
  await visitTranslated(page, '/tag/javascript');
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await page.keyboard.type('reactzzz', { delay: 30 });
  await expect(dialog.getByText('No Result found').last()).toBeVisible();
  for (let letter = 0; letter < 3; letter += 1) await page.keyboard.press('Backspace');
  await expect(dialog.getByRole('option').first()).toContainText('React');
  await page.keyboard.press('Escape');

  const active = page.getByRole('navigation', { name: 'Active filters' });
  const free = page.getByRole('region', { name: 'Price' }).getByRole('link', { name: /^Free \d/ });
  await free.click();
  await expect(page).toHaveURL('/tag/javascript?price=free');
  await active.getByRole('link', { name: /remove filter/ }).click();
  await expect(page).toHaveURL('/tag/javascript');
  await page.getByRole('navigation', { name: 'Order' }).getByRole('link', { name: 'New' }).click();
  await expect(page).toHaveURL(/sort=new/);

  await page.getByRole('banner').locator('a[href="/"]').first().click();
  await expect(page).toHaveURL('/');
  const more = page.getByRole('button', { name: 'Load more' });
  for (const count of [60, 90]) {
    await more.click();
    await expect(cardsOn(page)).toHaveCount(count);
  }
  for (const theme of ['light', 'dark']) {
    await page.getByRole('button', { name: /^Theme: / }).click();
    await page.getByRole('menuitemradio', { name: theme, exact: false }).click();
    await expect(page.locator('html')).toHaveClass(new RegExp(theme));
  }
  await page.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('contentinfo').locator('form')).toContainText(/email/);
  await cardsOn(page)
    .first()
    .getByRole('button', { name: /^Upvote / })
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.evaluate(() => window.next.router.push('/support'));
  await main(page).getByRole('button', { name: 'Send message' }).click();
  await expect(field(page, 'Message')).toHaveAccessibleDescription(/./);
  await field(page, 'Your email').fill('bo@example.com');
  await field(page, 'Message').fill('Is this read in every language?');
  await main(page).getByRole('button', { name: 'Send message' }).click();
  await expect(main(page).getByText('Thanks! We got your message')).toBeVisible();
  await expectTranslated(page);
});

test('a member upvotes, submits with an image and changes the own one while the page is translated', async ({
  page,
}) => {
  const name = `Translated ${Date.now()}`;
  await signInAs(page, await takeAccount());
  const known = page.waitForResponse('**/user/private/reactions?*');
  await visitTranslated(page, '/');
  await (await known).finished();
  const label = await page.locator('.upvote-button[aria-pressed="false"]').first().getAttribute('aria-label');
  const upvote = page.getByRole('button', { name: label?.replace(/\d+$/, '').trim() });
  const count = Number(await upvote.textContent());
  for (const [isPressed, shown] of [
    [true, count + 1],
    [false, count],
  ] as const) {
    await upvote.click();
    await expect(upvote).toHaveAttribute('aria-pressed', String(isPressed));
    await expect(upvote).toHaveText(String(shown));
  }
  await toastsOn(page).getByRole('button', { name: 'Undo' }).click();
  await expect(upvote).toHaveText(String(count + 1));

  await page.evaluate(() => window.next.router.push('/account/submit'));
  await field(page, 'Paste the link').fill(`https://${name.toLowerCase().replace(' ', '-')}.example`);
  await main(page).getByRole('button', { name: 'Fill it in myself' }).click();
  await main(page).getByRole('button', { name: 'Submit this tool' }).click();
  await expect(field(page, 'Name')).toBeFocused();
  await page.keyboard.type(name);
  await field(page, 'Tagline').fill('Is read in every language');
  await main(page).getByRole('combobox', { name: 'Tags' }).fill('javasc');
  await main(page).getByRole('option').first().click();
  const image = main(page).getByRole('group', { name: 'Screenshot' });
  await image.locator('input[type="file"]').setInputFiles(await drawImage());
  await expect(image.locator('img')).toHaveAttribute('src', /card\.webp$/, { timeout: 30_000 });
  await image.getByRole('button', { name: 'Remove' }).click();
  await expect(image.locator('img')).toHaveCount(0);
  await field(page, 'Description').fill('It is **kept**.');
  await main(page).getByRole('tab', { name: 'Preview' }).click();
  await expect(main(page).getByRole('tabpanel').locator('strong')).toHaveText('kept');
  await main(page).getByRole('button', { name: 'Submit this tool' }).click();
  await page.waitForURL('**/account/profile?status=pending');
  await expect(main(page).getByRole('heading', { name })).toBeVisible();

  await page.evaluate(() => window.next.router.push('/account/settings'));
  const own = main(page).getByRole('group', { name: 'Image' });
  await own.locator('input[type="file"]').setInputFiles(await drawImage());
  await expect(own.getByRole('button', { name: 'Change' })).toBeVisible({ timeout: 30_000 });
  await own.getByRole('button', { name: 'Remove' }).click();
  await expect(own.getByRole('button', { name: 'Upload an image' })).toBeVisible();
  await expectTranslated(page);
});

test('a moderator uses the keys of the queue while the page is translated', async ({ page }) => {
  await signInAs(page, 'edda-birch');
  await visitTranslated(page, '/moderation');
  const first = firstInQueue(page);
  await expect(first).toBeVisible();
  await page.keyboard.press('j');
  await expect(first.getByRole('heading', { level: 2 }).first()).toBeFocused();
  await page.keyboard.press('r');
  await page.keyboard.press('1');
  await expect(first.getByRole('textbox')).toHaveValue(/already listed here/);
  await page.keyboard.press('Escape');
  await expect(first.getByRole('button', { name: 'Reject' })).toBeFocused();
  await page.keyboard.press('s');
  await expect(first.getByRole('button', { name: 'Until tomorrow' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('e');
  await expect(first.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expectTranslated(page);
});
