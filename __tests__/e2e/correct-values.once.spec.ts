import { signInAs } from './member';
import { expect, test, visit } from './site';
import { violationsOn } from './violations';

test.use({ viewport: { width: 320, height: 640 }, contextOptions: { reducedMotion: 'reduce' } });

test('a moderator corrects a detail on the page of a product, and the page shows it', async ({ page }) => {
  await signInAs(page, 'edda-birch');
  await visit(page, '/tool/jekyll');
  const facts = page.locator('.product-facts');
  await page.getByText('Moderators: correct or confirm details').click();
  const license = page.getByRole('textbox', { name: 'Open source (optional)' });
  await expect(license).toHaveValue(/./);
  // A second attempt meets what the first has stored.
  const [typed, shown] =
    (await license.inputValue()) === 'MIT' ? ['apache 2.0', 'Apache-2.0'] : ['mit', 'MIT'];
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  await license.fill('none at all');
  await page.getByRole('button', { name: 'Save details' }).click();
  await expect(page.getByText('Use an SPDX identifier, such as MIT or GPL-3.0-only.')).toBeVisible();
  await license.fill(typed);
  await page.getByRole('button', { name: 'Save details' }).click();
  await expect(facts).toContainText(shown);
  await expect(license).toHaveValue(shown);
});
