import { signInAs } from './member';
import { expect, test, visit } from './site';

declare global {
  interface Window {
    shiftTotal: number;
  }
}

/** Up to this sum of layout shifts, browsers rate a page as good. */
const SHIFT_MAX = 0.1;

for (const path of [
  '/account/profile?status=approved',
  '/account/bookmarks',
  '/account/settings',
  '/account/submit',
  '/moderation',
]) {
  test(`${path} does not shift while it loads`, async ({ page }) => {
    await page.addInitScript(() => {
      window.shiftTotal = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if ('value' in entry && typeof entry.value === 'number') window.shiftTotal += entry.value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await signInAs(page, 'edda-birch');
    await visit(page, path);
    await expect(page.getByRole('button', { name: 'Sign out' }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => window.shiftTotal)).toBeLessThan(SHIFT_MAX);
  });
}
