import type { Locator } from 'playwright/test';
import { expect, scrollTo, test, visit } from './site';

const solidAfterPx = 80;

/** The background color of the nearest fixed element around `inside`; null if there is none. */
const fixedBackground = (inside: Locator) =>
  inside.evaluate((start) => {
    for (let element: Element | null = start; element; element = element.parentElement) {
      const { position, backgroundColor } = getComputedStyle(element);
      if (position === 'fixed') return backgroundColor;
    }
    return null;
  });

test('large screens have a search field, smaller ones a search button', async ({ page, isLarge }) => {
  await visit(page, '/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('searchbox', { name: 'Search tools' })).toBeVisible({ visible: isLarge });
  await expect(header.getByRole('button', { name: 'Search' })).toBeVisible({ visible: !isLarge });
});

test('the header has promo banners and social links', async ({ page }) => {
  await visit(page, '/');
  const header = page.getByRole('banner');
  const promos = header.getByRole('list', { name: 'Announcements' });
  await expect(promos.getByRole('link', { name: 'How the ranking works' })).toHaveAttribute(
    'href',
    '/ranking',
  );
  const social = header.getByRole('list', { name: 'Social links' });
  await expect(social.getByRole('link', { name: 'GitHub' })).toHaveAttribute('href', 'https://github.com');
  await expect(social.getByRole('link', { name: 'GitHub' })).toBeInViewport();
  await promos.getByRole('link', { name: /^This is a demo/ }).click();
  await expect(page).toHaveURL('/support');
});

test('the header scrolls with the page for 80 px, then becomes fixed and solid', async ({ page }) => {
  await visit(page, '/');
  const logo = page.getByRole('banner').getByRole('link', { name: 'Listgrove' });
  const heightAtTop = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(await fixedBackground(logo)).toBeNull();

  await scrollTo(page, solidAfterPx - 1);
  expect(await fixedBackground(logo)).toBeNull();

  await scrollTo(page, solidAfterPx + 1);
  // `rgb(…)` without a fourth number is opaque.
  expect(await fixedBackground(logo)).toMatch(/^rgb\(\d+, \d+, \d+\)$/);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(heightAtTop);

  await scrollTo(page, 2_000);
  await expect(logo).toBeInViewport();

  await scrollTo(page, 0);
  expect(await fixedBackground(logo)).toBeNull();
});
