import type { Page } from 'playwright/test';
import { expect, hold, test, visit } from './site';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Search' });
const headerField = (page: Page) => page.getByRole('banner').getByRole('searchbox', { name: 'Search tools' });

test('focusing the header field opens the search modal, and closing it does not open it again', async ({
  page,
}) => {
  await visit(page, '/');
  await headerField(page).focus();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(headerField(page)).toBeFocused();
});

test('submitting the header field opens the search modal with the text of the field', async ({ page }) => {
  await visit(page, '/');
  await headerField(page).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(headerField(page)).toBeFocused();
  await headerField(page).evaluate(
    (element) => element instanceof HTMLInputElement && (element.value = 'react'),
  );
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('react');
  await expect(dialog(page).getByRole('option').first()).toContainText('React');
  await expect(page).toHaveURL('/');
});

test('text typed into the header field continues in the search modal', async ({ page }) => {
  await visit(page, '/');
  await headerField(page).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(headerField(page)).toBeFocused();
  await page.keyboard.type('react');
  await expect(field(page)).toHaveValue('react');
  await expect(headerField(page)).toHaveValue('');
});

test('text typed into the field before the page is interactive is kept', async ({ page }) => {
  const code = await hold(page, /\/_next\/static\/chunks\/.+\.js/);
  await page.goto('/', { waitUntil: 'commit' });
  await headerField(page).click();
  await page.keyboard.type('types');
  await expect(headerField(page)).toHaveValue('types');

  code.release();
  await page.keyboard.type('cript', { delay: 50 });
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('typescript');
  await expect(headerField(page)).toHaveValue('');
});
