import { signInAs } from './member';
import { expect, test, visit } from './site';
import { violationsOn } from './violations';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a maker reads which rule refuses a link before sending it, and sending says the same', async ({
  page,
}) => {
  const sentence = 'This site does not accept links to bit.ly.';
  await signInAs(page, 'nour-moss');
  await visit(page, '/account/submit?url=https://bit.ly/figgle');
  await page.getByRole('button', { name: 'Fill it in myself' }).click();
  const rules = page.getByRole('region', { name: 'Rules of Listgrove' });
  await expect(rules.getByRole('status')).toContainText('This can’t be submitted yet:');
  await expect(rules).toContainText(sentence);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.getByLabel('Name').fill('Figgle');
  await page.getByLabel('Tagline').fill('Draw together in the browser');
  await page.getByRole('combobox', { name: 'Tags' }).fill('Design,');
  await page.getByRole('button', { name: 'Submit this tool' }).press('Enter');
  const link = page.getByLabel('Link', { exact: true });
  await expect(link).toBeFocused();
  await expect(link).toHaveAccessibleDescription(new RegExp(sentence));

  await link.fill('https://figgle.example/');
  await expect(rules).toContainText('Nothing speaks against submitting this.');
  await rules.getByRole('link', { name: 'All rules' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rules');
  await expect(
    page.getByText('Links to some hosts are not accepted: bit.ly, t.co, tinyurl.com.'),
  ).toBeVisible();
});
