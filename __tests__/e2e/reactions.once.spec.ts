import type { Browser, Locator, Page } from 'playwright/test';
import { signInAs, takeAccount } from './member';
import { continueButton, dialog, expectSignedIn, popupFrom, signInButton } from './sign-in-dialog';
import { cardsOn, expect, hold, refusal, test, toastsOn, visit } from './site';

test.describe.configure({ retries: 0 });

const upvoteIn = (card: Locator) => card.getByRole('button', { name: /^Upvote / });
const bookmarkIn = (card: Locator) => card.getByRole('button', { name: /^Bookmark / });
const countIn = async (card: Locator) => Number(await upvoteIn(card).textContent());
const expectUpvoted = (card: Locator, isUpvoted: boolean) =>
  expect(upvoteIn(card)).toHaveAttribute('aria-pressed', String(isUpvoted));
const expectBookmarked = (card: Locator, isBookmarked: boolean) =>
  expect(bookmarkIn(card)).toHaveAttribute('aria-pressed', String(isBookmarked));
const nameOf = async (card: Locator) => (await card.getByRole('heading').textContent()) ?? '';
const cardOf = (page: Page, name: string) =>
  cardsOn(page).filter({ has: page.getByRole('link', { name, exact: true }) });

/** Opens a page as a member, and waits until the member's reactions are loaded. */
async function visitAs(page: Page, account: string, path = '/'): Promise<void> {
  await signInAs(page, account);
  const known = page.waitForResponse('**/user/private/reactions?*');
  await visit(page, path);
  await (await known).finished();
  await expectSignedIn(page);
}

/** A product of the home page that the member has not upvoted in the demo. */
async function findUnvoted(page: Page): Promise<Locator> {
  await expect(page.locator('.upvote-button[aria-pressed="true"]').first()).toBeVisible();
  const cards = cardsOn(page).filter({ has: page.locator('.upvote-button[aria-pressed="false"]') });
  return cardOf(page, await nameOf(cards.nth(2)));
}

async function nameUnvoted(browser: Browser, baseURL: string, account: string): Promise<string> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await visitAs(page, account);
  const name = await nameOf(await findUnvoted(page));
  await context.close();
  return name;
}

test.describe("a visitor's upvote", () => {
  // The demo's accounts sign in on this machine only: what came through a proxy is refused.
  test.use({ extraHTTPHeaders: {} });

  test('opens the sign-in modal, is carried out after the sign-in, and keeps the visitor on the page', async ({
    page,
    browser,
    baseURL,
  }) => {
    const name = await nameUnvoted(browser, baseURL ?? '', 'bo-birch');
    await visit(page, '/');
    const card = cardOf(page, name);
    await upvoteIn(card).scrollIntoViewIfNeeded();
    const [count, scrolledTo] = [await countIn(card), await page.evaluate(() => scrollY)];

    await upvoteIn(card).click();
    await expect(dialog(page)).toBeVisible();
    await expectUpvoted(card, false);
    const popup = await popupFrom(page, () => signInButton(page, 'Google').click());
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await popup.getByRole('button', { name: 'Bo Birch' }).click();

    await expectUpvoted(card, true);
    await expect(upvoteIn(card)).toHaveText(String(count + 1));
    await expect(dialog(page)).toHaveCount(0);
    await expect(upvoteIn(card)).toBeFocused();
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => scrollY)).toBe(scrolledTo);
    expect((await saved).status()).toBe(200);

    await page.reload();
    await expectUpvoted(card, true);
    await expect(upvoteIn(card)).toHaveText(String(count + 1));
  });

  test("is carried out after a sign-in on the provider's own page, too", async ({
    page,
    browser,
    baseURL,
  }) => {
    const name = await nameUnvoted(browser, baseURL ?? '', 'chi-birch');
    await visit(page, '/');
    await upvoteIn(cardOf(page, name)).click();
    await dialog(page).getByRole('button', { name: 'Popup not opening?' }).click();
    await continueButton(page, 'Github').click();
    await page.getByRole('button', { name: 'Chi Birch' }).click();

    await expect(page).toHaveURL('/');
    await expectUpvoted(cardOf(page, name), true);
    await page.reload();
    await expectUpvoted(cardOf(page, name), true);
  });

  test('is forgotten when the visitor closes the sign-in modal', async ({ page, browser, baseURL }) => {
    const name = await nameUnvoted(browser, baseURL ?? '', 'ines-birch');
    await visit(page, '/');
    await upvoteIn(cardOf(page, name)).click();
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);

    await visitAs(page, 'ines-birch');
    await expectUpvoted(cardOf(page, name), false);
  });
});

test('an upvote shows in the next frame, before the server answers', async ({ page }) => {
  await visitAs(page, 'juno-birch');
  const card = await findUnvoted(page);
  const count = await countIn(card);
  await page
    .context()
    .route('**/user/private/upvotes/*', (route) =>
      route.fulfill({ json: { isError: false, upvoteCount: count + 3, upvoted: true } }),
    );
  const { release } = await hold(page, '**/user/private/upvotes/*');

  const shown = await upvoteIn(card).evaluate(async (button: HTMLElement) => {
    button.click();
    await new Promise(requestAnimationFrame);
    return button.getAttribute('aria-pressed');
  });

  expect(shown).toBe('true');
  await expect(upvoteIn(card)).toHaveText(String(count + 1));
  release();
  await expect(upvoteIn(card)).toHaveText(String(count + 3));
});

test('a rejected upvote is undone, and a toast shows the reason', async ({ page }) => {
  await page
    .context()
    .route('**/user/private/upvotes/*', (route) =>
      route.fulfill({ status: 429, json: refusal('rate_limited') }),
    );
  const { release } = await hold(page, '**/user/private/upvotes/*');
  await visitAs(page, 'kofi-birch');
  const card = await findUnvoted(page);
  const count = await countIn(card);

  await upvoteIn(card).click();
  await expectUpvoted(card, true);
  await expect(upvoteIn(card)).toHaveText(String(count + 1));
  release();

  await expect(toastsOn(page)).toHaveText('Something is wrong.');
  await expectUpvoted(card, false);
  await expect(upvoteIn(card)).toHaveText(String(count));
});

test('after quick presses, the last one counts', async ({ page }) => {
  await visitAs(page, await takeAccount());
  const card = cardsOn(page).nth(0);
  for (let press = 0; press < 5; press += 1) await bookmarkIn(card).click();

  await expectBookmarked(card, true);
  await page.waitForLoadState('networkidle');
  await page.reload();
  await expectBookmarked(card, true);
});

test('a press while offline is kept, shown in a toast, and saved when the browser is online again', async ({
  page,
  context,
}) => {
  await visitAs(page, await takeAccount());
  const card = cardsOn(page).nth(0);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);

  await bookmarkIn(card).click();
  await expect(toastsOn(page)).toHaveText("You're offline. We'll save this when you reconnect.");
  await expectBookmarked(card, true);

  await context.setOffline(false);
  await expect(toastsOn(page).first()).toHaveText('Back online. Your changes are saved.');
  await page.reload();
  await expectBookmarked(card, true);
});

test('bookmarks are listed with the latest first, and a removed one stays until the list is opened again', async ({
  page,
}) => {
  await signInAs(page, await takeAccount());
  await visit(page, '/account/bookmarks');
  await expect(page.getByText('Nothing bookmarked yet')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'See the hottest tools' }).click();
  await expect(page).toHaveURL('/');

  const cards = cardsOn(page);
  const [first, second] = [await nameOf(cards.nth(0)), await nameOf(cards.nth(1))];
  for (const index of [0, 1]) {
    const saved = page.waitForResponse('**/user/private/bookmarks/*');
    await bookmarkIn(cards.nth(index)).click();
    await (await saved).finished();
  }
  await visit(page, '/account/bookmarks');
  await expect(cards).toHaveCount(2);
  expect([await nameOf(cards.nth(0)), await nameOf(cards.nth(1))]).toEqual([second, first]);

  await bookmarkIn(cards.nth(0)).click();
  await expectBookmarked(cards.nth(0), false);
  await bookmarkIn(cards.nth(0)).click();
  await expectBookmarked(cards.nth(0), true);
  await bookmarkIn(cards.nth(1)).click();
  await page.waitForLoadState('networkidle');
  await expect(cards).toHaveCount(2);

  await page.reload();
  await expect(cards).toHaveCount(1);
  expect(await nameOf(cards.nth(0))).toBe(second);
});

test("on a phone bookmarks can be taken away in their list, and set on a product's page", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await visitAs(page, await takeAccount(), '/tool/react');
  const bookmark = page.getByRole('button', { name: 'Bookmark React' });
  const saved = page.waitForResponse('**/user/private/bookmarks/*');
  await bookmark.click();
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true');
  await (await saved).finished();

  await visit(page, '/account/bookmarks');
  await bookmark.click();
  await expect(bookmark).toHaveAttribute('aria-pressed', 'false');
});
