import type { Page } from 'playwright/test';
import { expect, scrollTo, test, visit, VISITOR_PAGES } from './site';

/** How far the page can scroll sideways, in pixels. */
const sidewaysPx = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const SCREENS = [
  { name: 'at 320 px', viewport: { width: 320, height: 640 }, deviceScaleFactor: 1 },
  // A window of 1280 × 800 at 200 % zoom.
  { name: 'at 200 % zoom', viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  { name: 'at 400 % zoom', viewport: { width: 320, height: 256 }, deviceScaleFactor: 1 },
] as const;

// The local sign-in buttons are shown only without a proxy.
test.use({ extraHTTPHeaders: {} });

for (const { name: screen, viewport, deviceScaleFactor } of SCREENS) {
  test.describe(screen, () => {
    test.use({ viewport, deviceScaleFactor });

    test('everything in the header is in view', async ({ page }) => {
      await visit(page, '/');
      const header = page.getByRole('banner');
      await expect(header.getByRole('link', { name: 'Listgrove' })).toBeInViewport({ ratio: 1 });
      for (const button of ['Search', /^Theme/, 'Submit', 'Account'] as const) {
        await expect(header.getByRole('button', { name: button })).toBeInViewport({ ratio: 1 });
      }
    });

    test('both modals fit the screen and can be closed', async ({ page }) => {
      await visit(page, '/');
      await page.getByRole('button', { name: 'Account' }).click();
      const signIn = page.getByRole('dialog', { name: 'Sign in' });
      await signIn.getByText(/^We won't share/).scrollIntoViewIfNeeded();
      await expect(signIn.getByText(/^We won't share/)).toBeInViewport();
      await signIn.getByRole('button', { name: 'Close' }).click();
      await expect(signIn).toHaveCount(0);

      await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
      const search = page.getByRole('dialog', { name: 'Search' });
      await search.getByRole('combobox').fill('react');
      await expect(search.getByRole('option').first()).toBeInViewport();
      expect(await sidewaysPx(page)).toBe(0);
      await search.getByRole('button', { name: 'Close' }).click();
      await expect(search).toHaveCount(0);
    });
  });
}

/** The height that stays covered while the page scrolls, in pixels. */
const coveredPx = (page: Page) =>
  page.evaluate(() => {
    const rows = Array.from({ length: window.innerHeight }, (_, y) => y);
    const isFixed = (start: Element | null) => {
      for (let element = start; element; element = element.parentElement) {
        if (getComputedStyle(element).position === 'fixed') return true;
      }
      return false;
    };
    return rows.filter((y) => isFixed(document.elementFromPoint(window.innerWidth / 2, y))).length;
  });

test('at 400 % zoom, the header alone stays in view while the page scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of ['/', '/tool/react']) {
    await visit(page, path);
    await scrollTo(page, 400);
    expect(await coveredPx(page), path).toBe(56);
  }
});

test('no page scrolls sideways at 320 px, at 400 % zoom and at 200 % zoom', async ({ page }) => {
  for (const { path } of VISITOR_PAGES) {
    await page.setViewportSize(SCREENS[0].viewport);
    await visit(page, path);
    for (const { name, viewport } of SCREENS) {
      await page.setViewportSize(viewport);
      expect(await sidewaysPx(page), `${path} ${name}`).toBe(0);
    }
  }
});

test('no page scrolls sideways with text at 200%', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const { path } of VISITOR_PAGES) {
    await visit(page, path);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    expect(await sidewaysPx(page), path).toBe(0);
  }
});
