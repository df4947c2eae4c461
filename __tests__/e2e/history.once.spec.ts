import { signInAs } from './member';
import { expect, test, toastsOn, visit } from './site';
import { violationsOn } from './violations';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a moderator sees what a correction changed in a product, and goes back by keyboard', async ({
  page,
}) => {
  await signInAs(page, 'edda-birch');
  // Nothing else uses it.
  await visit(page, '/tool/pexels');
  await page.getByText('Moderators: correct or confirm details').click();
  const license = page.getByRole('textbox', { name: 'Open source (optional)' });
  await license.fill('MIT');
  await page.getByRole('button', { name: 'Save details' }).click();
  await expect(page.locator('.product-facts')).toContainText('MIT');

  await page.getByRole('link', { name: 'History of Pexels' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('History');
  const latest = page.getByRole('listitem').filter({ hasText: 'public now' });
  await expect(latest).toContainText('Details corrected');
  await expect(latest).toContainText('MIT');
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.getByRole('button', { name: /^Go back to this version \(Before the first/ }).focus();
  await page.keyboard.press('Enter');
  await expect(toastsOn(page).filter({ hasText: 'The earlier version is public again.' })).toBeVisible();
  await expect(latest).toContainText('Returned to an earlier version');
  await visit(page, '/tool/pexels');
  await expect(page.locator('.product-facts')).not.toContainText('MIT');
});
