import { expect, scrollTo, test, toastsOn, visit } from './site';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a toast stays for five seconds also for those who want no motion', async ({ page }) => {
  await visit(page, '/?loginFailure=cancelled');
  await expect(toastsOn(page)).toBeVisible();
  await page.waitForTimeout(3_500);
  await expect(toastsOn(page)).toBeVisible();
  await expect(toastsOn(page)).toHaveCount(0);
});

test('the arrow jumps to the top instead of gliding there', async ({ page }) => {
  await visit(page, '/');
  await scrollTo(page, 1_500);
  await page.getByRole('button', { name: 'Scroll to top' }).click();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
