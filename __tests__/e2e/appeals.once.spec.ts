import { DEMO_ADMIN } from '@/server/identity/identity-local';
import { look } from './look';
import { signInAs, takeAccount } from './member';
import { expect, test, toastsOn, visit } from './site';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a member reads a warning, answers it later, and a moderator reverses it, all by keyboard', async ({
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

  await signInAs(page, account);
  await visit(page, '/account/profile');
  const notice = page
    .getByRole('region', { name: 'A warning from the moderators' })
    .filter({ hasText: reason });
  await look(page, 'warning');
  await notice.getByRole('button', { name: "I've read it" }).press('Enter');
  await expect(notice).toHaveCount(0);
  const past = page
    .getByRole('region', { name: 'Past decisions about your account' })
    .getByRole('listitem')
    .filter({ hasText: reason });
  await past.getByRole('button', { name: /^Answer the moderators/ }).press('Enter');
  await page.keyboard.type(text);
  await look(page, 'answer');
  await past.getByRole('button', { name: 'Send the answer' }).press('Enter');
  await expect(past).toContainText('Your answer is waiting for a moderator:');

  // The moderator who sent the warning may not decide the appeal.
  const judge = await (await browser.newContext()).newPage();
  await signInAs(judge, DEMO_ADMIN);
  await visit(judge, '/moderation/appeals');
  const item = (shown: typeof page) =>
    shown.getByRole('main').getByRole('listitem').filter({ hasText: text });
  await item(judge)
    .getByRole('textbox', { name: /^Your reply/ })
    .fill('You are right.');
  await look(judge, 'appeals');
  await item(judge)
    .getByRole('button', { name: /^Reverse it/ })
    .press('Enter');
  await expect(toastsOn(judge)).toContainText('The decision is reversed');
  await judge.context().close();
  await moderator.context().close();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(past).toContainText('Your answer has changed the decision:');
});
