import path from 'node:path';
import type { Page } from 'playwright/test';
import { expect, test, visit } from './site';

/** Writes docs/screens/<page>-<desktop|phone>-<dark|light>.png: what the window shows, not the whole page. */
const folder = path.resolve(import.meta.dirname, '../../docs/screens');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const openSearch = async (page: Page) => {
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search' }).fill('react');
  await expect(page.getByRole('option').first()).toBeVisible();
};

const openSignIn = async (page: Page) => {
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
};

const SCREENS: { name: string; path: string; prepare?: (page: Page) => Promise<void> }[] = [
  { name: 'home', path: '/' },
  { name: 'product', path: '/tool/react' },
  { name: 'tags', path: '/tags' },
  { name: 'tag', path: '/tag/javascript' },
  { name: 'search', path: '/search?q=react' },
  { name: 'search-modal', path: '/', prepare: openSearch },
  { name: 'sign-in', path: '/', prepare: openSignIn },
  { name: 'support', path: '/support' },
  { name: 'ranking', path: '/ranking' },
  { name: '404', path: '/no-such-page' },
];

for (const { name, path: address, prepare } of SCREENS) {
  test(name, async ({ page }, { project }) => {
    await visit(page, address);
    await prepare?.(page);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: path.join(folder, `${name}-${project.name.replace(' ', '-')}.png`) });
  });
}
