import { cardsOn, expect, REACT_FACTS, once, ordersOn, productPathsOn, test, visit } from './site';

const pageSize = 30;

test('the home page lists 30 products in hot order, numbered from 1', async ({ page }) => {
  await visit(page, '/');
  await expect(cardsOn(page)).toHaveCount(pageSize);
  await expect(cardsOn(page).first().locator('.row-rank')).toHaveText('1');
  await expect(cardsOn(page).last().locator('.row-rank')).toHaveText('30');
  await expect(ordersOn(page).getByRole('link', { name: 'Hot' })).toHaveAttribute('aria-current', 'page');
});

test('Load more appends the next 30 and shows none twice', once, async ({ page }) => {
  await visit(page, '/');
  const firstPage = await productPathsOn(page);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(cardsOn(page)).toHaveCount(2 * pageSize);
  const bothPages = await productPathsOn(page);
  expect(bothPages.slice(0, pageSize)).toEqual(firstPage);
  expect(new Set(bothPages).size).toBe(2 * pageSize);
});

test('the links for orders and periods switch between the lists', once, async ({ page }) => {
  await visit(page, '/');
  const order = ordersOn(page);
  await order.getByRole('link', { name: 'New' }).click();
  await expect(page).toHaveURL('/new');
  await order.getByRole('link', { name: 'Top' }).click();
  await expect(page).toHaveURL('/top/week');
  await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: 'All time' }).click();
  await expect(page).toHaveURL('/top/all');
  await expect(cardsOn(page)).toHaveCount(pageSize);
  await order.getByRole('link', { name: 'Hot' }).click();
  await expect(page).toHaveURL('/');
});

test('a tag filters the list, and pressing it again removes the filter', once, async ({ page }) => {
  await visit(page, '/new');
  const filter = page.getByRole('navigation', { name: 'Filter by tag' });
  // Which tags are in demand depends on the day of the upvotes.
  const first = filter.getByRole('link').first();
  const [tag, address] = [await first.innerText(), await first.getAttribute('href')];
  await first.click();
  await expect(page).toHaveURL(address ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`New tools tagged ${tag}`);
  for (const card of await cardsOn(page).all()) await expect(card).toContainText(tag);
  await filter.getByRole('link', { name: 'remove filter' }).click();
  await expect(page).toHaveURL('/new');
});

test('the page of all tags filters as the visitor types, and links to a tag', once, async ({ page }) => {
  await visit(page, '/tags');
  await page.getByRole('main').getByRole('searchbox', { name: 'Filter tags' }).fill('datab');
  const tags = page.getByRole('main').getByRole('listitem');
  await expect(tags).toHaveCount(1);
  await tags.getByRole('link', { name: /^Databases/ }).click();
  await expect(page).toHaveURL('/tag/databases');
  await expect(page.getByRole('heading', { level: 1, name: 'Databases' })).toBeVisible();
});

test('a card leads to its product, and going back restores the list', once, async ({ page }) => {
  await visit(page, '/new');
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(cardsOn(page)).toHaveCount(2 * pageSize);
  const card = cardsOn(page).nth(40);
  const name = await card.getByRole('heading').getByRole('link').innerText();
  await card.getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL('/new');
  await expect(cardsOn(page)).toHaveCount(2 * pageSize);
  await expect(card.getByRole('heading').getByRole('link')).toBeInViewport();
});

test('a product page has its facts, a link to the product and related products', async ({ page }) => {
  await visit(page, '/tool/react');
  const article = page.getByRole('article');
  await expect(article.getByRole('link', { name: /^Visit React/ })).toHaveAttribute(
    'href',
    'https://react.dev/',
  );
  await expect(article.getByRole('link', { name: /^Visit React/ })).toBeInViewport();
  await expect(article.getByRole('button', { name: 'Upvote React' })).toBeInViewport();
  await expect(article.getByRole('term')).toHaveText(REACT_FACTS);
  expect((await productPathsOn(page)).length).toBeGreaterThan(2);
});

test('upvoting and bookmarking ask a visitor to sign in and remember the page', once, async ({ page }) => {
  for (const { button, path } of [
    { button: 'Upvote React', path: '/tool/react' },
    { button: 'Bookmark React', path: '/tool/react' },
    { button: /^Upvote /, path: '/new' },
  ]) {
    await visit(page, path);
    await page.getByRole('main').getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('intendedRedirect'))).toBe(path);
  }
});

test('the support page sends a message and confirms it', once, async ({ page }) => {
  await visit(page, '/support');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Send message' }).click();
  await expect(main.getByText("That's not an email address.")).toBeVisible();

  await main.getByRole('textbox', { name: 'Your email' }).fill('ada@example.com');
  await main.getByRole('textbox', { name: 'Message' }).fill('React is listed twice, I think.');
  await main.getByRole('button', { name: 'Send message' }).click();
  await expect(main.getByRole('status')).toHaveText('Thanks! We got your message and will reply by email.');
});
