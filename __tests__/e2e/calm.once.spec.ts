import { expect, scrollTo, test, visit } from './site';
import { measureToast } from './toast-life';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a toast stays for five seconds with reduced motion', async ({ page }) => {
  const { closesAfter, shownForMs } = await measureToast(page, () => visit(page, '/?loginFailure=cancelled'));
  expect(closesAfter).toBe('5s');
  expect(shownForMs).toBeGreaterThan(4_500);
});

test('the arrow jumps to the top without smooth scrolling', async ({ page }) => {
  await visit(page, '/');
  await scrollTo(page, 1_500);
  await page.getByRole('button', { name: 'Scroll to top' }).click();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
