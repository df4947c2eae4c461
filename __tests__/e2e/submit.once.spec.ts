import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { signInAs, takeAccount } from './member';
import { expect, test, visit } from './site';

test.describe.configure({ retries: 0 });

const main = (page: Page) => page.getByRole('main');
const field = (page: Page, name: string) => main(page).getByRole('textbox', { name });
const tags = (page: Page) => main(page).getByRole('combobox', { name: 'Tags' });
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const imageField = (page: Page) => main(page).getByRole('group', { name: 'Screenshot' });

async function typeURL(page: Page, url: string): Promise<void> {
  await visit(page, '/account/submit');
  await field(page, 'Paste the link').fill(url);
}

async function openForm(page: Page, url: string): Promise<void> {
  await typeURL(page, url);
  await button(page, 'Fill it in myself').click();
}

async function drawImage(background: string): Promise<number[]> {
  const image = sharp({ create: { width: 320, height: 200, channels: 3, background } });
  return [...(await image.png().toBuffer())];
}

/** Drops a file on the image field, or pastes it, with the events of a browser. */
async function give(
  page: Page,
  bytes: number[],
  by: 'drop' | 'paste',
  mimeType = 'image/png',
): Promise<void> {
  const target = by === 'drop' ? imageField(page) : page.locator('body');
  await target.evaluate(
    (element, { bytes, by, mimeType }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], 'shot', { type: mimeType }));
      const init = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        by === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...init, clipboardData: transfer }),
      );
    },
    { bytes, by, mimeType },
  );
}

/** Waits until the field shows an image that the server has processed, and returns its URL. */
async function processedImage(page: Page): Promise<string> {
  const image = imageField(page).locator('img');
  await expect(image).toHaveAttribute('src', /\/api\/images\/[\w-]{22}\/card\.webp$/, { timeout: 30_000 });
  return (await image.getAttribute('src')) ?? '';
}

test('a page that cannot be fetched leads to the empty form, which is submitted with an image', async ({
  page,
}) => {
  const name = `Nowhere ${Date.now()}`;
  const host = `${name.toLowerCase().replace(' ', '-')}.example`;
  await signInAs(page, await takeAccount());
  await typeURL(page, `${host}/tool?utm_source=mail`);
  await button(page, 'Continue').click();
  await expect(field(page, 'Name')).toBeFocused({ timeout: 20_000 });
  await expect(field(page, 'Link')).toHaveValue(`https://${host}/tool`);

  await field(page, 'Name').fill(name);
  await field(page, 'Tagline').fill('Keeps what it is given, and says so');
  await tags(page).focus();
  await page.keyboard.type('javasc');
  await expect(main(page).getByRole('option', { name: /^JavaScript/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.type('keeping,');
  await expect(main(page).getByRole('list', { name: 'Chosen tags' }).getByRole('listitem')).toHaveText([
    'JavaScript',
    'keeping',
  ]);

  await give(page, await drawImage('#284'), 'drop');
  const dropped = await processedImage(page);
  await give(page, await drawImage('#482'), 'paste');
  await expect(imageField(page).locator('img')).not.toHaveAttribute('src', dropped);
  const pasted = await processedImage(page);
  expect(pasted).not.toBe(dropped);

  await field(page, 'Description').fill('It is **kept**. <script>alert(1)</script>');
  await main(page).getByRole('tab', { name: 'Preview' }).click();
  await expect(main(page).getByRole('tabpanel', { name: 'Preview' }).locator('strong')).toHaveText('kept');
  await expect(main(page).locator('script')).toHaveCount(0);

  await button(page, 'Submit this tool').click();
  await page.waitForURL('**/account/profile?status=pending');
  await expect(main(page).getByRole('heading', { name })).toBeVisible();
  await expect(main(page).getByText(/in the queue$/)).toBeVisible();
  await main(page).getByRole('heading', { name }).getByRole('link').click();
  const key = pasted.replace(/\/card\.webp$/, '');
  await expect(main(page).locator(`img[src^="${key}"]`)).toHaveCount(1);

  // The draft is deleted after it was sent.
  await visit(page, '/account/submit');
  await expect(field(page, 'Paste the link')).toHaveValue('');
});

test('a URL that is not on the public web is rejected at its field', async ({ page }) => {
  await signInAs(page, 'uma-fern');
  for (const url of ['http://127.0.0.1:3999/', 'localhost', 'ftp://files.example/']) {
    await typeURL(page, url);
    await button(page, 'Continue').click();
    await expect(field(page, 'Paste the link')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, 'Paste the link')).toBeFocused();
    await expect(field(page, 'Name')).toHaveCount(0);
  }
});

test('a listed product is shown while its URL is typed, and submitting it again answers 409', async ({
  page,
}) => {
  await signInAs(page, await takeAccount());
  await typeURL(page, 'http://www.react.dev/index.html?utm_medium=x');
  await expect(main(page).getByText('This tool is already listed.')).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'React' })).toHaveAttribute('href', '/tool/react');
  const upvote = button(page, 'Upvote it instead');
  await upvote.click();
  await expect(upvote).toHaveAttribute('aria-pressed', 'true');

  await button(page, 'Fill it in myself').click();
  await field(page, 'Name').fill('Reakt');
  await field(page, 'Tagline').fill('A library for user interfaces');
  await tags(page).fill('ui,');
  const answered = page.waitForResponse((response) => response.url().endsWith('/user/private/products'));
  await button(page, 'Submit this tool').click();
  expect((await answered).status()).toBe(409);
  await expect(field(page, 'Link')).toBeFocused();
  await expect(field(page, 'Link')).toHaveAccessibleDescription('React is already listed with this link.');
  await expect(field(page, 'Tagline')).toHaveValue('A library for user interfaces');

  await field(page, 'Link').fill('https://reakt.example');
  await expect(main(page).getByRole('group', { name: 'Is it one of these?' })).toContainText('React');
});

test('errors show at their fields, and the first one gets the focus', async ({ page }) => {
  await signInAs(page, 'ximo-fern');
  await openForm(page, 'wrong.example');
  await give(page, [60, 115, 118, 103], 'drop', 'image/svg+xml');
  await expect(imageField(page)).toHaveAccessibleDescription(/isn't an image we can use/);
  await button(page, 'Submit this tool').click();
  await expect(field(page, 'Name')).toBeFocused();
  await expect(field(page, 'Tagline')).toHaveAccessibleDescription(/at least 10 characters/);
  await expect(tags(page)).toHaveAccessibleDescription(/at least one tag/);

  // The type says PNG, but the bytes do not. The server notices.
  await give(page, [60, 115, 118, 103, 62], 'drop');
  await expect(imageField(page)).toHaveAccessibleDescription(/Use a PNG, JPEG, WebP, GIF or AVIF image\.$/);
});

test('a draft survives a reload, a submit while offline and the end of the session, and only its member sees it', async ({
  page,
  context,
}) => {
  await signInAs(page, 'yara-fern', { isFresh: true });
  await openForm(page, 'draft.example');
  await field(page, 'Name').fill('Drafty');
  await tags(page).fill('drafts,');
  await give(page, await drawImage('#824'), 'drop');
  const shown = await processedImage(page);

  // The page is left before the autosave delay is over.
  await page.reload();
  await expect(main(page).getByText(/^Draft restored/)).toBeVisible();
  await expect(field(page, 'Name')).toHaveValue('Drafty');
  expect(await processedImage(page)).toBe(shown);

  await field(page, 'Tagline').fill('Written where there is no line');
  await context.setOffline(true);
  await button(page, 'Submit this tool').click();
  await expect(main(page).getByText(/can.t reach the server.*We've kept what you wrote\./)).toBeVisible();

  // The session was ended elsewhere. When the browser is online again, the page notices.
  await context.clearCookies();
  await context.addCookies([
    { name: 'encrypted_token', value: 'ended', url: new URL(page.url()).origin, sameSite: 'Lax' },
  ]);
  await context.setOffline(false);
  await expect(main(page).getByText("You're signed out")).toBeVisible();

  await signInAs(page, 'zeno-fern');
  await visit(page, '/account/submit');
  await expect(field(page, 'Paste the link')).toHaveValue('');

  await signInAs(page, 'yara-fern', { isFresh: true });
  await visit(page, '/account/submit');
  await expect(field(page, 'Name')).toHaveValue('Drafty');
  await expect(field(page, 'Tagline')).toHaveValue('Written where there is no line');
  await button(page, 'Start over').first().click();
  await expect(field(page, 'Paste the link')).toHaveValue('');
  await expect(button(page, 'Bring it back')).toBeVisible();
});

test('the form does not scroll sideways at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signInAs(page, 'uma-fern');
  await openForm(page, `https://${'long-'.repeat(10)}.example/${'path'.repeat(40)}`);
  await field(page, 'Name').fill('N'.repeat(70));
  await tags(page).fill(`${'t'.repeat(40)},`);
  await give(page, [1], 'drop', 'text/plain');
  await button(page, 'Submit this tool').click();
  await expect(main(page).getByText('10 too many')).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the page says that it needs JavaScript', async ({ page }) => {
    await page.goto('/account/submit');
    await expect(page.getByRole('heading', { level: 1, name: 'Submit a tool' })).toBeVisible();
    await expect(main(page).getByText(/needs JavaScript/)).toBeVisible();
  });
});
