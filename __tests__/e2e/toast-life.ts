import type { Page } from 'playwright/test';
import { expect, toastsOn } from './site';

declare global {
  interface Window {
    toastLife: { closesAfter: string; shownAtMs: number; goneAtMs?: number } | undefined;
  }
}

type ToastLife = { closesAfter: string | undefined; shownForMs: number };

/**
 * Measures how long the first toast of a page is shown, on the clock of the page: a busy test sees a toast long after the
 * page has shown it.
 *
 * @param show opens the page and does what the toast reports.
 */
export async function measureToast(page: Page, show: () => Promise<unknown>): Promise<ToastLife> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const toast = document.querySelector('[aria-label^="Notifications"] [role="alert"]');
      const bar = document.querySelector('.Toastify__progress-bar');
      // A toast closes when the animation of its hidden bar ends.
      if (toast && bar) {
        const closesAfter = getComputedStyle(bar).animationDuration;
        window.toastLife ??= { closesAfter, shownAtMs: performance.now() };
      } else if (!toast && window.toastLife) {
        window.toastLife.goneAtMs = performance.now();
        observer.disconnect();
      }
    }).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      // A toast that closes loses its role at once, and fades.
      attributeFilter: ['role'],
    });
  });
  await show();
  await page.waitForFunction(() => window.toastLife?.goneAtMs !== undefined);
  await expect(toastsOn(page)).toHaveCount(0);
  const { closesAfter, shownAtMs = 0, goneAtMs = 0 } = (await page.evaluate(() => window.toastLife)) ?? {};
  return { closesAfter, shownForMs: goneAtMs - shownAtMs };
}
