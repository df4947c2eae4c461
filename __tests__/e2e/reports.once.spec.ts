import { signInAs, takeAccount } from './member';
import { expect, test, toastsOn, visit } from './site';
import { violationsOn } from './violations';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a member reports a tool, a moderator upholds it, and the member reads the outcome, all by keyboard', async ({
  page,
  browser,
}) => {
  const text = `Its address is wrong (${Date.now()})`;
  await signInAs(page, await takeAccount());
  await visit(page, '/tool/vite');
  await page.getByRole('link', { name: 'Report a problem with Vite' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Report a problem' });
  await dialog.getByRole('radio', { name: 'The link is broken' }).press(' ');
  await dialog.getByRole('textbox', { name: 'Details' }).fill(text);
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/report-${width}.png` });
  }
  await dialog.getByRole('button', { name: 'Send report' }).press('Enter');
  await expect(dialog.getByRole('status')).toContainText('A moderator will look at it.');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  const moderator = await (await browser.newContext()).newPage();
  await signInAs(moderator, 'edda-birch');
  await visit(moderator, '/moderation/reports');
  const item = moderator
    .getByRole('listitem')
    .filter({ has: moderator.getByRole('heading', { name: 'Vite' }) });
  await expect(item.getByText(text)).toBeVisible();
  await item.getByRole('button', { name: 'Uphold for Vite' }).press('Enter');
  await moderator.keyboard.type('We have corrected it.');
  for (const width of [320, 360, 1280]) {
    await moderator.setViewportSize({ width, height: 900 });
    expect(await violationsOn(moderator)).toEqual([]);
    expect(await moderator.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    if (process.env.SHOTS)
      await moderator.screenshot({ path: `${process.env.SHOTS}/reports-${width}.png`, fullPage: true });
  }
  await item.getByRole('button', { name: 'Uphold and close' }).press('Enter');
  await expect(toastsOn(moderator)).toContainText('upheld.');
  await moderator.context().close();

  await visit(page, '/account/profile');
  const section = page.getByRole('region', { name: 'Problems you reported' });
  await expect(section).toContainText('You were right: it is settled');
  await expect(section).toContainText('We have corrected it.');
  expect(await violationsOn(page)).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor reports a tool on a page of its own', async ({ page }) => {
    await page.goto('/tool/react');
    await page.getByRole('link', { name: 'Report a problem with React' }).click();
    await page.getByRole('radio', { name: 'Something else' }).check();
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByRole('alert').first()).toContainText('something if it is something else');
    await page.getByRole('radio', { name: 'A duplicate of another one' }).check();
    await page.getByRole('textbox', { name: 'Link of the other one' }).fill('https://react.example');
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByRole('main').getByRole('status')).toContainText('Thanks for your report.');
    await page.getByRole('link', { name: 'Back to React' }).click();
    await expect(page).toHaveURL(/\/tool\/react$/);
  });
});
