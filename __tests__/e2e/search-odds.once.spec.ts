import type { Page } from 'playwright/test';
import { expect, searchAnswer, test, toastsOn, visit } from './site';

test.describe.configure({ retries: 0 });

const searchCalls = '**/1/indexes/**';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Search' });
const options = (page: Page) => dialog(page).getByRole('option');

async function openSearch(page: Page): Promise<void> {
  await visit(page, '/ranking');
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
}

for (const { typed, found } of [
  { typed: 'recat', found: 'React' },
  { typed: 'typscript', found: 'TypeScript' },
  { typed: 'POSTGRESQL', found: 'PostgreSQL' },
] as const) {
  test(`"${typed}" finds ${found}`, async ({ page }) => {
    await openSearch(page);
    await field(page).fill(typed);
    await expect(options(page).first()).toContainText(found);
  });
}

test('a slow search shows skeletons, and keeps the last hits dimmed until the next ones arrive', async ({
  page,
}) => {
  let release: () => void = () => undefined;
  await page.route(searchCalls, async (route) => {
    await new Promise<void>((resolve) => (release = resolve));
    await route.continue();
  });
  await openSearch(page);
  const list = dialog(page).locator('[role=listbox]');
  await field(page).fill('react');
  await expect(dialog(page).locator('[aria-hidden] > .search-result')).toHaveCount(3);
  await expect(list).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(options(page).first()).toContainText('React');
  await expect(dialog(page).locator('[aria-hidden] > .search-result')).toHaveCount(0);
  await expect(options(page).first()).toHaveCSS('opacity', '1');

  await field(page).fill('vue');
  await expect(options(page).first()).toHaveCSS('opacity', '0.5');
  await expect(options(page).first()).toContainText('React');
  release();
  await expect(options(page).first()).toContainText('Vue.js');
  await expect(list).toHaveAttribute('aria-busy', 'false');
});

test('the name of a product is never parsed as markup', async ({ page }) => {
  const title = '<img src=x onerror="document.title=1"><b>Bold</b>';
  await page.route(searchCalls, (route) => route.fulfill({ json: searchAnswer(title, title) }));
  await openSearch(page);
  await field(page).fill('bold');
  await expect(options(page).first()).toContainText(title);
  await expect(page).toHaveTitle(/Listgrove/);
});

for (const { fault, answer } of [
  { fault: 'refuses', answer: { status: 500, json: { message: 'Broken', status: 500 } } },
  { fault: 'sends no JSON', answer: { status: 200, body: 'nonsense' } },
] as const) {
  test(`a search server that ${fault} leads only to "No Result found"`, async ({ page }) => {
    await page.route(searchCalls, (route) => route.fulfill(answer));
    await openSearch(page);
    await field(page).fill('react');
    await expect(dialog(page).getByText('No Result found').first()).toBeVisible({ timeout: 15_000 });
    await expect(toastsOn(page)).toHaveCount(0);
  });
}
