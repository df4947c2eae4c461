import type { Page } from 'playwright/test';
import { signInAs, takeName } from './member';
import { expect, test, toastsOn, visit } from './site';
import { violationsOn } from './violations';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Trusted members of the demo: old accounts with submissions. No other test names them, or this tool. */
const TRUSTED = ['lars-birch', 'gwen-birch', 'hana-birch'];
/** Members without submissions. Each attempt takes two, and no other test names them. */
const OTHERS = ['gwen-fern', 'hana-fern', 'juno-fern', 'kofi-fern', 'lars-fern', 'mei-fern'];
const path = '/tool/eleventy';

test('a member suggests a tagline, three trusted members agree, and the page shows it, all by keyboard', async ({
  page,
  browser,
}) => {
  const author = await takeName(OTHERS);
  const tagline = `Static site generator (${Date.now()})`;
  const look = async (shown: Page, name: string) => {
    for (const width of [320, 1280]) {
      await shown.setViewportSize({ width, height: 900 });
      expect(await violationsOn(shown)).toEqual([]);
      expect(await shown.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      if (process.env.SHOTS)
        await shown.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png`, fullPage: true });
    }
  };
  const openAs = async (account: string) => {
    const member = await (await browser.newContext()).newPage();
    await signInAs(member, account);
    await visit(member, path);
    const suggestion = member.getByRole('listitem').filter({ hasText: `@${author}` });
    await expect(suggestion).toBeVisible();
    return { member, suggestion, agree: suggestion.getByRole('button', { name: /^Agree/ }) };
  };

  await signInAs(page, author);
  await visit(page, path);
  await page.getByRole('button', { name: /^Suggest an edit/ }).press('Enter');
  const form = page.getByRole('region', { name: 'Suggest an edit' });
  await form.getByRole('textbox', { name: 'Tagline' }).fill(tagline);
  await form.getByRole('button', { name: 'Send suggestion' }).press('Enter');
  await expect(toastsOn(page)).toContainText('Your suggestion is waiting for a decision.');

  const untrusted = await openAs(await takeName(OTHERS));
  await expect(
    untrusted.member.getByText(/^You need 3 submissions or suggestions that moderators accepted/),
  ).toBeVisible();
  await expect(untrusted.agree).toHaveCount(0);
  await look(untrusted.member, 'untrusted');
  await untrusted.member.context().close();

  for (const [index, account] of TRUSTED.entries()) {
    const { member, suggestion, agree } = await openAs(account);
    await agree.press('Enter');
    if (index < 2) {
      await expect(suggestion).toContainText(index === 0 ? '1 of 3' : '2 of 3');
      await expect(agree).toHaveAttribute('aria-pressed', 'true');
      await expect(agree).toBeFocused();
      if (index === 1) await look(member, 'agreed');
    } else {
      await expect(toastsOn(member)).toContainText('Accepted. Eleventy now has the suggested changes.');
      await expect(member.getByRole('article').getByText(tagline, { exact: true })).toBeVisible();
      await expect(suggestion).toHaveCount(0);
      await expect(member.getByRole('button', { name: /^Suggest an edit/ })).toBeFocused();
    }
    await member.context().close();
  }

  await visit(page, '/account/profile');
  const own = page.getByRole('region', { name: 'Changes you suggested' });
  await expect(own).toContainText('Eleventy: taglineAccepted');
  await page.context().clearCookies();
  await visit(page, path);
  await expect(page.getByRole('article').getByText(tagline, { exact: true })).toBeVisible();
});

test('the rules say who accepts suggested changes', async ({ page }) => {
  await visit(page, '/rules#suggestions');
  await expect(page.getByRole('heading', { name: 'Who accepts suggested changes' })).toBeInViewport();
  expect(await violationsOn(page)).toEqual([]);
});
