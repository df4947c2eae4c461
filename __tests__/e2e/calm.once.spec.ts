import { expect, scrollTo, test, toastsOn, visit } from './site';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a toast stays for five seconds with reduced motion', async ({ page }) => {
  await visit(page, '/?loginFailure=cancelled');
  await expect(toastsOn(page)).toBeVisible();
  const seenAtMs = Date.now();
  await expect(toastsOn(page)).toHaveCount(0);
  // The toast may have appeared up to a second before the test saw it.
  expect(Date.now() - seenAtMs).toBeGreaterThan(4_000);
});

test('the arrow jumps to the top without smooth scrolling', async ({ page }) => {
  await visit(page, '/');
  await scrollTo(page, 1_500);
  await page.getByRole('button', { name: 'Scroll to top' }).click();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
