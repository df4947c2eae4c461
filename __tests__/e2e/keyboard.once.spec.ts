import { cardsOn, expect, test, visit } from './site';

test('the first Tab focuses a link that skips to the content', async ({ page }) => {
  await visit(page, '/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link', { name: 'How ranking works' })).toBeFocused();
  await page.keyboard.press('Tab');
  // The header of a large screen leads to the orders.
  await expect(page.getByRole('navigation', { name: 'Order' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Filters' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(
    page.getByRole('navigation', { name: 'Filter by tag' }).getByRole('link').first(),
  ).toBeFocused();
});

test('a visitor finds, opens and leaves a product with the keyboard only', async ({ page }) => {
  await visit(page, '/');
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('postgr');
  await expect(dialog.getByRole('option').first()).toContainText(/postgr/i);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/tool\//);
  await expect(dialog).toHaveCount(0);

  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(cardsOn(page)).toHaveCount(30);
});

test('Tab reaches the cards and their buttons in reading order, each with a visible focus ring', async ({
  page,
}) => {
  await visit(page, '/');
  const first = cardsOn(page).first();
  const name = await first.getByRole('heading').getByRole('link').innerText();
  await page.getByRole('main').getByRole('link', { name: 'Why this order?' }).focus();

  await page.keyboard.press('Tab');
  await expect(first.getByRole('heading').getByRole('link')).toBeFocused();
  await expect(first).toHaveCSS('outline-style', 'solid');
  const facts = await first.locator('.row-facts a').count();
  expect(facts).toBeGreaterThan(0);
  for (let link = 0; link < facts; link++) {
    await page.keyboard.press('Tab');
    await expect(first.locator('.row-facts a').nth(link)).toBeFocused();
  }
  for (const action of ['Bookmark', 'Upvote']) {
    await page.keyboard.press('Tab');
    const button = first.getByRole('button', { name: `${action} ${name}` });
    await expect(button).toBeFocused();
    await expect(button).toHaveCSS('outline-style', 'solid');
  }
});

test('Load more keeps the focus, and moves it to the end of the list after the last page', async ({
  page,
}) => {
  await visit(page, '/tag/javascript');
  await visit(page, '/');
  for (;;) {
    const more = page.getByRole('button', { name: 'Load more' });
    if ((await more.count()) === 0) break;
    const before = await cardsOn(page).count();
    await more.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => cardsOn(page).count()).toBeGreaterThan(before);
    if ((await more.count()) > 0) await expect(more).toBeFocused();
  }
  await expect(page.getByText("That's all of them.")).toBeFocused();
});
