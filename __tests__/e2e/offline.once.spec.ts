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

test('a form whose code cannot be loaded says so, and is sent on a later attempt', async ({
  page,
  context,
}) => {
  await visit(page, '/support');
  const form = page.getByRole('main').locator('form').filter({ hasText: 'Send message' });
  await form.getByRole('textbox', { name: 'Your email' }).fill('ada@example.com');
  await form.getByRole('textbox', { name: 'Message' }).fill('The site works, even offline.');
  await context.setOffline(true);
  await form.getByRole('button', { name: 'Send message' }).click();
  const failure = form.getByRole('alert').filter({ hasText: /./ });
  await expect(failure).toHaveText("We can't reach the server. Check your connection and try again.");

  await context.setOffline(false);
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Thanks! We got your message and will reply by email.')).toBeVisible();
});

test('a message whose code cannot be loaded shows once the browser is online again', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page, '/');
  await cardsOn(page).first().getByRole('link').first().click();
  const share = page.getByRole('button', { name: 'Share' });
  await expect(share).toBeVisible();
  await context.setOffline(true);
  await share.click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(page.url());
  await context.setOffline(false);
  await expect(page.getByText('Link copied.')).toBeVisible();
});
