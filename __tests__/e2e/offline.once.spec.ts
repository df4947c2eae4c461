import { cardsOn, expect, test, visit } from './site';

test('a modal whose code cannot be loaded says so, and opens on a later attempt', async ({
  page,
  context,
}) => {
  await visit(page, '/');
  await context.setOffline(true);
  await cardsOn(page)
    .first()
    .getByRole('button', { name: /^Upvote/ })
    .click();

  const notice = page.getByRole('alert').filter({ hasText: "couldn't be loaded" });
  await expect(notice).toHaveText(/^This couldn't be loaded\. Check your connection and try again\./);
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect(notice).toHaveCount(0);

  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await expect(notice).toBeVisible();
  await context.setOffline(false);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
  await expect(notice).toHaveCount(0);
});
