import { expect, test } from './site';

declare global {
  interface Window {
    shiftTotal: number;
    grounds: string[];
  }
}

const LINE = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000, offline: false } as const;
const SHIFT_MAX = 0.01;
const LIGHT = 'rgb(251, 251, 249)';

// The default theme is dark, and so is the system: the chosen theme must win before the first frame.
test.use({ chosenTheme: 'light', colorScheme: 'dark' });

test('on a line of 400 kbit/s nothing shifts, no frame has another theme, and no key is lost', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    window.shiftTotal = 0;
    window.grounds = [];
    // With the shifts soon after a key, too.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shiftTotal += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
    (function look() {
      const root = document.querySelector('html');
      const ground = root && getComputedStyle(root).backgroundColor;
      if (ground && !window.grounds.includes(ground)) window.grounds.push(ground);
      requestAnimationFrame(look);
    })();
  });
  const browser = await context.newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.emulateNetworkConditions', LINE);

  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await page.keyboard.press('/');
  await page.keyboard.type('postgr');
  const isInteractive = await page.evaluate(
    () => performance.getEntriesByName('Next.js-hydration').length > 0,
  );
  expect(isInteractive).toBe(false);

  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByRole('combobox')).toHaveValue('postgr', { timeout: 30_000 });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await expect(dialog.getByRole('option').first()).toContainText('PostgreSQL');
  await page.keyboard.press('Escape');
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => window.shiftTotal)).toBeLessThanOrEqual(SHIFT_MAX);
  expect(await page.evaluate(() => window.grounds)).toEqual([LIGHT]);
});
