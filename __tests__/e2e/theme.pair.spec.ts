import type { Page } from 'playwright/test';
import { expect, once, test, visit } from './site';

const GROUND = { dark: 'rgb(11, 13, 16)', light: 'rgb(251, 251, 249)' } as const;
/** The same colors in hex, for the browser's toolbar. */
const THEME_COLOR = { dark: '#0b0d10', light: '#fbfbf9' } as const;

const toggle = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Theme: / });
async function choose(page: Page, theme: string): Promise<void> {
  await toggle(page).click();
  await page.getByRole('menuitemradio', { name: theme }).click();
}
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const themeColor = (page: Page) => page.locator('meta[name="theme-color"]').getAttribute('content');
const storedTheme = (page: Page) => page.evaluate(() => localStorage.getItem('theme'));

/** Records every theme the page shows and when, in milliseconds since navigation. */
async function watchThemes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: { theme: string; atMs: number }[] = [];
    Object.assign(window, { shownThemes: shown });
    new MutationObserver(() => {
      const theme = /\b(dark|light)\b/.exec(document.documentElement.className)?.[0] ?? 'none';
      if (shown.at(-1)?.theme !== theme) shown.push({ theme, atMs: performance.now() });
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['class'] });
  });
}

const shownThemes = (page: Page) =>
  page.evaluate(() => {
    const shown: { theme: string; atMs: number }[] = Reflect.get(window, 'shownThemes');
    const [paint] = performance.getEntriesByName('first-paint');
    return {
      themes: shown.map(({ theme }) => theme),
      lastAtMs: shown.at(-1)?.atMs,
      paintAtMs: paint?.startTime,
    };
  });

test.describe('on the first visit', () => {
  test.use({ chosenTheme: null, colorScheme: 'light' });

  test('the theme is dark from the first paint, whatever the system prefers', once, async ({ page }) => {
    await watchThemes(page);
    await visit(page, '/');

    await expect.poll(async () => (await shownThemes(page)).paintAtMs).toBeGreaterThan(0);
    const { themes, lastAtMs, paintAtMs } = await shownThemes(page);
    expect(themes).toEqual(['dark']);
    expect(lastAtMs).toBeLessThan(paintAtMs ?? 0);
    expect(await ground(page)).toBe(GROUND.dark);
    expect(await themeColor(page)).toBe(THEME_COLOR.dark);
    await expect(toggle(page)).toHaveAccessibleName('Theme: dark');
  });

  test(
    'the menu offers light, system and dark, stores each under the key theme, and sets theme-color',
    once,
    async ({ page }) => {
      await visit(page, '/');

      await choose(page, 'Light');
      await expect(toggle(page)).toHaveAccessibleName('Theme: light');
      expect(await storedTheme(page)).toBe('light');
      await expect.poll(() => ground(page)).toBe(GROUND.light);
      expect(await themeColor(page)).toBe(THEME_COLOR.light);

      await choose(page, 'System');
      await expect(toggle(page)).toHaveAccessibleName('Theme: system');
      expect(await storedTheme(page)).toBe('system');
      await expect.poll(() => ground(page)).toBe(GROUND.light);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(() => ground(page)).toBe(GROUND.dark);
      await expect.poll(() => themeColor(page)).toBe(THEME_COLOR.dark);

      await choose(page, 'Dark');
      await expect(toggle(page)).toHaveAccessibleName('Theme: dark');
      expect(await storedTheme(page)).toBe('dark');
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await ground(page)).toBe(GROUND.dark);
    },
  );
});

test('a theme chosen on an earlier visit shows from the first paint', async ({ page, chosenTheme }) => {
  const theme = chosenTheme ?? 'dark';
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' });
  await watchThemes(page);
  await visit(page, '/tags');

  await expect.poll(async () => (await shownThemes(page)).paintAtMs).toBeGreaterThan(0);
  const { themes, lastAtMs, paintAtMs } = await shownThemes(page);
  expect(themes).toEqual([theme]);
  expect(lastAtMs).toBeLessThan(paintAtMs ?? 0);
  expect(await ground(page)).toBe(GROUND[theme]);
  expect(await themeColor(page)).toBe(THEME_COLOR[theme]);
});

test('a chosen theme persists across a route change and a page load', async ({ page, chosenTheme }) => {
  await visit(page, '/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL('/terms');
  expect(await ground(page)).toBe(GROUND[chosenTheme ?? 'dark']);

  expect(await themeColor(page)).toBe(THEME_COLOR[chosenTheme ?? 'dark']);

  await visit(page, '/new');
  expect(await ground(page)).toBe(GROUND[chosenTheme ?? 'dark']);
});
