import { expect, hold, once, test, visit } from './site';

const stopDelayMs = 500;

test('a bar in the brand color shows during a route change', async ({ page, chosenTheme }) => {
  const data = await hold(page, '**/_next/data/**', () => visit(page, '/'));
  await page.getByRole('contentinfo').getByRole('link', { name: 'All tags' }).click();

  const bar = page.locator('#nprogress .bar');
  await expect(bar).toBeVisible();
  await expect(page).toHaveURL('/');
  const brand = chosenTheme === 'light' ? 'rgb(63, 107, 0)' : 'rgb(200, 240, 75)';
  await expect(bar).toHaveCSS('background-color', brand);

  data.release();
  await expect(page).toHaveURL('/tags');
  await expect(bar).toHaveCount(0);
});

test('the bar stops, and not before 500 ms after the new page has loaded', once, async ({ page }) => {
  const data = await hold(page, '**/_next/data/**', () => visit(page, '/'));
  await page.getByRole('contentinfo').getByRole('link', { name: 'All tags' }).click();
  await expect(page.locator('#nprogress .bar')).toBeVisible();

  const watched = await page.evaluateHandle(() => ({
    fullAfterMs: new Promise<number>((resolve) => {
      const headline = document.querySelector('h1')?.textContent;
      let changedAtMs = 0;
      new MutationObserver((_, observer) => {
        if (!changedAtMs && document.querySelector('h1')?.textContent !== headline) {
          changedAtMs = performance.now();
        }
        const bar = document.querySelector('#nprogress .bar')?.getAttribute('style') ?? '';
        if (!changedAtMs || !/translate3d\(0(px|%)?,/.test(bar)) return;
        observer.disconnect();
        resolve(performance.now() - changedAtMs);
      }).observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ['style'],
      });
    }),
  }));
  data.release();
  expect(await watched.evaluate(({ fullAfterMs }) => fullAfterMs)).toBeGreaterThan(stopDelayMs - 20);
});
