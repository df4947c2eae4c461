import type { Page } from 'playwright/test';
import { signInAs } from './member';
import { firstInQueue } from './moderation-queue';
import { expect, once, test, visit } from './site';
import { violationsOn } from './violations';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

// The demo's queue and its moderator. These tests decide nothing, because other tests use the same queue.
const moderator = 'edda-birch';
const waiting = 'Polypane';

const entryOn = (page: Page) => page.getByRole('article', { name: waiting });

async function openQueue(page: Page): Promise<void> {
  await signInAs(page, moderator);
  await visit(page, '/moderation');
  await expect(entryOn(page)).toBeVisible();
}

test('axe finds no violations in the queue and in the form for a rejection', async ({ page }) => {
  await openQueue(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Moderation' })).toBeVisible();
  await expect(page).toHaveTitle(/^Moderation/);
  expect(await violationsOn(page)).toEqual([]);

  await entryOn(page).getByRole('button', { name: 'Reject' }).click();
  await entryOn(page).getByRole('button', { name: 'Send rejection' }).click();
  await expect(entryOn(page).getByText('Write a reason.')).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
});

test(
  'keys go through the queue, open its forms and list themselves, and axe finds no violations',
  once,
  async ({ page }) => {
    await openQueue(page);
    await page.keyboard.press('j');
    const first = firstInQueue(page);
    await expect(first.getByRole('heading', { level: 2 }).first()).toBeFocused();
    await page.keyboard.press('r');
    await page.keyboard.press('1');
    await expect(first.getByRole('button', { name: 'Send rejection' })).toBeFocused();
    await expect(first.getByRole('textbox')).toHaveValue(/already listed here/);
    await page.keyboard.press('Escape');
    await expect(first.getByRole('button', { name: 'Reject' })).toBeFocused();
    await page.keyboard.press('s');
    await expect(first.getByRole('button', { name: 'Until tomorrow' })).toBeFocused();
    await first.getByText('Background').click();
    await expect(first.getByText('Similar names')).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('?');
    await expect(
      page.getByRole('dialog').getByText('Undo the last decision, within 8 seconds'),
    ).toBeVisible();
  },
);

test('the queue does not scroll sideways at 320 px', once, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openQueue(page);
  await entryOn(page).getByRole('button', { name: 'Reject' }).click();
  const sidewaysPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sidewaysPx).toBe(0);
});

test('a reason can be written and discarded by keyboard', once, async ({ page }) => {
  await openQueue(page);
  const reject = entryOn(page).getByRole('button', { name: 'Reject' });
  await reject.focus();
  await page.keyboard.press('Enter');
  const field = entryOn(page).getByRole('textbox', { name: `Why are you rejecting ${waiting}?` });
  await expect(field).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(entryOn(page).getByRole('button', { name: 'Duplicate' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(/already listed here/);
  await page.keyboard.press('Escape');
  await expect(reject).toBeFocused();
});

test('a member who is not a moderator gets a 404 and no link to the page', once, async ({ page }) => {
  await signInAs(page, 'ada-birch');
  await visit(page, '/moderation');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await visit(page, '/account/profile?status=approved');
  await expect(page.getByRole('navigation', { name: 'Account' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Moderation', exact: true })).toHaveCount(0);
});

test('a moderator goes to the queue from the account without loading a page', once, async ({ page }) => {
  await signInAs(page, moderator);
  await visit(page, '/account/profile?status=approved');
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''));
  await page.getByRole('link', { name: 'Moderation', exact: true }).click();
  await expect(entryOn(page)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.hasAttribute('data-same-page'))).toBe(true);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page answers 404, even to a moderator', once, async ({ page }) => {
    await signInAs(page, moderator);
    expect((await page.goto('/moderation'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await expect(page.getByText('Loading …')).toBeHidden();
  });
});
