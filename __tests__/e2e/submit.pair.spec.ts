import { signInAs } from './member';
import { expect, test, visit } from './site';
import { violationsOn } from './violations';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('axe finds no violations in the editor, from the URL to the errors of the form', async ({ page }) => {
  await signInAs(page, 'pia-fern');
  await visit(page, '/account/submit');
  const main = page.getByRole('main');
  const url = main.getByRole('textbox', { name: 'Paste the link' });
  await url.fill('https://react.dev');
  await expect(main.getByText('This tool is already listed.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Submit a tool');
  expect(await violationsOn(page)).toEqual([]);

  await main.getByRole('button', { name: 'Fill it in myself' }).click();
  await main.getByRole('textbox', { name: 'Name' }).fill('R'.repeat(70));
  await main.getByRole('button', { name: 'Submit this tool' }).click();
  await expect(main.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await main.getByRole('combobox', { name: 'Tags' }).fill('one,two,java');
  await expect(main.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  expect(await violationsOn(page)).toEqual([]);

  await page.keyboard.press('Escape');
  await main.getByRole('textbox', { name: 'Description' }).fill('# Words');
  await main.getByRole('tab', { name: 'Preview' }).click();
  await expect(main.getByRole('tabpanel').getByText('Words')).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
});

test('axe finds no violations in the edit of a rejected product', async ({ page }) => {
  await signInAs(page, 'ada-birch');
  await visit(page, '/account/profile?status=rejected');
  const edit = page.getByRole('link', { name: /^Edit and resubmit/ }).first();
  await visit(page, (await edit.getAttribute('href')) ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit your tool');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Biome');
  expect(await violationsOn(page)).toEqual([]);
});
