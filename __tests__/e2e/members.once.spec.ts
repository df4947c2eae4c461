import { signInAs, takeAccount } from './member';
import { expect, test, toastsOn, visit } from './site';
import { violationsOn } from './violations';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a moderator finds a member, writes a note and a warning, and the member reads and acknowledges it, all by keyboard', async ({
  page,
  browser,
}) => {
  const account = await takeAccount();
  const reason = `Please no poems (${Date.now()})`;
  await signInAs(page, 'edda-birch');
  await visit(page, '/moderation/members');
  await page.getByRole('searchbox', { name: 'Find a member' }).fill(account);
  const link = page.getByRole('link', { name: new RegExp(`@${account}$`) });
  await expect(link).toBeVisible();
  await expect(page.getByRole('link', { name: / @/ })).toHaveCount(1);
  const look = async (name: string) => {
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await violationsOn(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png`, fullPage: true });
    }
  };
  await look('members');
  await link.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Member' })).toBeVisible();

  await page.getByRole('textbox', { name: 'New note' }).fill(`A note about ${account}`);
  await page.getByRole('button', { name: 'Add the note' }).press('Enter');
  await expect(page.getByRole('paragraph').filter({ hasText: `A note about ${account}` })).toBeVisible();
  await page.getByRole('button', { name: 'Warn' }).press('Enter');
  await page.keyboard.type(reason);
  await look('member');
  await page.getByRole('button', { name: 'Send the warning' }).press('Enter');
  await expect(toastsOn(page)).toContainText('The warning is sent.');
  await expect(page.getByRole('region', { name: 'What was decided' })).toContainText(reason);

  const member = await (await browser.newContext()).newPage();
  await signInAs(member, account);
  await visit(member, '/account/profile');
  const notice = member
    .getByRole('region', { name: 'A warning from the moderators' })
    .filter({ hasText: reason });
  await expect(notice).toBeVisible();
  expect(await violationsOn(member)).toEqual([]);
  if (process.env.SHOTS) await member.screenshot({ path: `${process.env.SHOTS}/warning.png` });
  await notice.getByRole('button', { name: "I've read it" }).press('Enter');
  await expect(notice).toHaveCount(0);
  await member.context().close();
});
