import { signInAs, takeAccount } from './member';
import { expect, test, toastsOn, visit } from './site';
import { violationsOn } from './violations';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a member answers a warning, and a moderator reverses it, all by keyboard', async ({
  page,
  browser,
}) => {
  const account = await takeAccount();
  const reason = `A warning of ${Date.now()}`;
  const text = `An answer of ${Date.now()}`;
  const moderator = await (await browser.newContext()).newPage();
  await signInAs(moderator, 'edda-birch');
  await visit(moderator, '/moderation/members');
  await moderator.getByRole('searchbox', { name: 'Find a member' }).fill(account);
  await moderator.getByRole('link', { name: new RegExp(`@${account}$`) }).press('Enter');
  await moderator.getByRole('button', { name: 'Warn' }).press('Enter');
  await moderator.keyboard.type(reason);
  await moderator.getByRole('button', { name: 'Send the warning' }).press('Enter');
  await expect(toastsOn(moderator)).toContainText('The warning is sent.');

  const look = async (shown: typeof page, name: string) => {
    for (const width of [320, 360, 1280]) {
      await shown.setViewportSize({ width, height: 900 });
      expect(await violationsOn(shown)).toEqual([]);
      expect(await shown.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      if (process.env.SHOTS)
        await shown.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png`, fullPage: true });
    }
  };
  await signInAs(page, account);
  await visit(page, '/account/profile');
  const notice = page
    .getByRole('region', { name: 'A warning from the moderators' })
    .filter({ hasText: reason });
  await notice.getByRole('button', { name: /^Answer the moderators/ }).press('Enter');
  await page.keyboard.type(text);
  await look(page, 'answer');
  await notice.getByRole('button', { name: 'Send the answer' }).press('Enter');
  await expect(notice).toContainText('Your answer waits for a moderator:');

  // The demo has one moderator, who may decide for lack of another one.
  await visit(moderator, '/moderation/appeals');
  const item = (shown: typeof page) =>
    shown.getByRole('main').getByRole('listitem').filter({ hasText: text });
  await item(moderator)
    .getByRole('textbox', { name: /^Your reply/ })
    .fill('You are right.');
  await look(moderator, 'appeals');
  await item(moderator)
    .getByRole('button', { name: /^Reverse it/ })
    .press('Enter');
  await expect(toastsOn(moderator)).toContainText(
    /Another moderator has to look at this|The decision is reversed/,
  );
  await moderator.context().close();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(notice).toHaveCount(0);
});
