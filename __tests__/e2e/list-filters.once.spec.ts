import { productPage } from '@/lib/contract/product';
import { productPathsOn, expect, test, visit } from './site';
import { violationsOn } from './violations';

const SHOWN = { name: 'Tools: Free, Linux', level: 1 } as const;

test('a visitor filters with the keyboard, sorts, pages back, and clears one filter after the other', async ({
  page,
}) => {
  await visit(page, '/new');
  const free = page.getByRole('region', { name: 'Price' }).getByRole('link', { name: /^Free \d/ });
  await free.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'New tools: Free', exact: true })).toBeVisible();
  await expect(page).toHaveURL('/new?price=free');
  await page
    .getByRole('region', { name: 'Platforms' })
    .getByRole('link', { name: /^Linux/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/new?price=free&platform=linux');

  await page.getByRole('navigation', { name: 'Order' }).getByRole('link', { name: 'Hot' }).click();
  await expect(page).toHaveURL('/?price=free&platform=linux');
  await expect(page.getByRole('heading', SHOWN)).toBeVisible();
  const answer = await page.request.get('/api/products?filters=price%3Dfree%26platform%3Dlinux');
  const { products } = productPage.parse(await answer.json());
  await expect.poll(() => productPathsOn(page)).toEqual(products.map(({ slug }) => `/tool/${slug}`));

  const active = page.getByRole('navigation', { name: 'Active filters' });
  await active.getByRole('link', { name: /^Free\s*, remove filter$/ }).click();
  await expect(page.getByRole('heading', { name: 'Tools: Linux', exact: true })).toBeVisible();
  await expect(page).toHaveURL('/?platform=linux');
  await page.goBack();
  await expect(page.getByRole('heading', SHOWN)).toBeVisible();
  await active.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL('/');
  await expect(active).toBeHidden();
});

test('a phone has the way to the filters above the list, and nothing is wider than the screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, '/tag/hosting?price=free&platform=self-hosted');
  await page.getByRole('link', { name: 'Filters (2)', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Price' })).toBeInViewport();

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await violationsOn(page)).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('links filter, and another spelling of an address leads to the one', async ({ page }) => {
    await page.goto('/?platform=linux&price=free');
    await expect(page).toHaveURL('/?price=free&platform=linux');
    await expect(page.getByRole('heading', SHOWN)).toBeVisible();
    await page.getByRole('region', { name: 'Open source' }).getByRole('link', { name: /^MIT/ }).click();
    await expect(page).toHaveURL('/?price=free&license=MIT&platform=linux');
    await page.getByRole('link', { name: 'Clear all' }).click();
    await expect(page).toHaveURL('/');
  });

  test('a phone shows the first result of a search at once, and the filters on request', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/search?q=editor&price=free');
    await expect(page.locator('.search-results .row').first()).toBeInViewport({ ratio: 1 });
    const platforms = page.getByRole('navigation', { name: 'Filter by Platforms' });
    await expect(platforms).toBeHidden();
    await page.getByText('Filters (1)', { exact: true }).click();
    await expect(platforms).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/search?q=editor&price=free');
    await expect(platforms).toBeVisible();
  });
});
