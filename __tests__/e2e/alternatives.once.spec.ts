import { signInAs, takeAccount, takeName } from './member';
import { decide } from './moderation-queue';
import { expect, test, toastsOn, visit } from './site';
import { violationsOn } from './violations';

/** Tools that are alternatives to nothing in the demo. Each attempt suggests another one. */
const SUGGESTED = ['Next.js', 'Nuxt', 'Astro', 'Bun', 'npm', 'pnpm'];

test('a member suggests an alternative, a moderator approves it, and another member upvotes it, all by keyboard', async ({
  page,
  browser,
}) => {
  const suggested = await takeName(SUGGESTED);
  const pair = new RegExp(`^(Deno and ${suggested}|${suggested} and Deno)`);
  await visit(page, '/tool/deno');
  const section = page.getByRole('region', { name: 'Alternatives' });
  await section.getByRole('link', { name: 'Suggest an alternative' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alternatives to Deno');
  await page.getByRole('button', { name: 'Sign in to suggest' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in to suggest an alternative' })).toBeVisible();
  await page.keyboard.press('Escape');

  await signInAs(page, await takeAccount());
  await visit(page, '/tool/deno');
  await section.getByRole('link', { name: 'Suggest an alternative' }).focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('combobox', { name: 'Tool to use instead of Deno' });
  await expect(field).toBeFocused();
  await field.fill(suggested);
  await expect(page.getByRole('option', { name: suggested, exact: true })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Remove ${suggested}` })).toBeVisible();
  await page.getByRole('button', { name: 'Suggest', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(toastsOn(page)).toContainText(`A moderator will look at ${suggested}.`);
  await page.getByRole('link', { name: 'See your proposals' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: pair })).toContainText('Waiting for a moderator');
  expect(await violationsOn(page)).toEqual([]);

  const moderator = await (await browser.newContext()).newPage();
  await signInAs(moderator, 'edda-birch');
  await visit(moderator, '/moderation');
  const item = moderator.getByRole('article', { name: pair });
  await expect(item.getByRole('link', { name: 'Deno' })).toBeVisible();
  expect(await violationsOn(moderator)).toEqual([]);
  await decide(moderator, 'approve', () => item.getByRole('button', { name: /^Approve/ }).press('Enter'));
  await expect(item).toHaveCount(0);
  await moderator.context().close();

  await visit(page, `/tool/deno/alternatives`);
  const upvote = page.getByRole('button', { name: `Upvote ${suggested} as an alternative to Deno` });
  await expect(upvote).toHaveText('0');
  await upvote.focus();
  await page.keyboard.press('Enter');
  await expect(upvote).toHaveText('1');
  await expect(upvote).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(upvote).toHaveText('1');
  await expect(upvote).toHaveAttribute('aria-pressed', 'true');
  expect(await violationsOn(page)).toEqual([]);

  await page.getByRole('link', { name: `Compare ${suggested} with Deno` }).click();
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/compare\/.+-vs-/);
});

test('a visitor who upvotes an alternative signs in first, and the upvote follows', async ({ page }) => {
  await visit(page, '/tool/react/alternatives');
  const upvote = page.getByRole('button', { name: /^Upvote Svelte as an alternative to React/ });
  const before = Number(await upvote.textContent());
  await upvote.click();
  const dialog = page.getByRole('dialog', { name: 'Sign in to upvote Svelte as an alternative to React' });
  await expect(dialog).toBeVisible();
  await signInAs(page, await takeAccount());
  // The page that sends the remembered upvote may be replaced before it has loaded.
  await page.reload({ waitUntil: 'commit' });
  await expect(upvote).toHaveAttribute('aria-pressed', 'true');
  // A page that was loaded at the moment of the upvote may have the count of half a second before.
  await expect(async () => {
    await page.reload();
    await expect(upvote).toHaveText(String(before + 1), { timeout: 2_000 });
  }).toPass();
});

test('the two comparisons of alternatives and of other tools differ in their rule for search engines', async ({
  request,
}) => {
  const indexed = await (await request.get('/compare/react-vs-svelte')).text();
  const hidden = await (await request.get('/compare/figma-vs-react')).text();
  const mixed = await (await request.get('/compare/react-vs-svelte-vs-vite')).text();
  const isHidden = (html: string) => html.includes('<meta name="robots" content="noindex"');
  expect([indexed, hidden, mixed].map(isHidden)).toEqual([false, true, true]);
  expect(indexed).toContain('/compare/react-vs-svelte" ');
});

test.describe('on a phone without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });

  test('the page of a product leads to its alternatives, which lead to a comparison', async ({ page }) => {
    await page.goto('/tool/react');
    const section = page.getByRole('region', { name: 'Alternatives' });
    await expect(section.getByRole('listitem')).toHaveCount(4);
    await section.getByRole('link', { name: 'See all alternatives' }).click();
    await expect(page).toHaveURL('/tool/react/alternatives');
    await expect(page.getByRole('heading', { level: 2, name: 'Svelte' })).toBeVisible();
    await expect(page.locator('#suggest noscript p')).toBeVisible();
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/tool\/react\/alternatives$/);
    await page.getByRole('link', { name: 'Compare Svelte with React' }).click();
    await expect(page).toHaveURL('/compare/react-vs-svelte');
  });

  test('alternatives are filtered by links, and what a link counts is what the list shows', async ({
    page,
  }) => {
    await page.goto('/tool/react/alternatives');
    await page.getByRole('link', { name: 'Filters', exact: true }).click();
    const free = page.getByRole('region', { name: 'Price' }).getByRole('link', { name: /^Free \d/ });
    const count = Number(/\d+/.exec(await free.innerText())?.[0]);
    await free.click();
    await expect(page).toHaveURL('/tool/react/alternatives?price=free');
    await expect(page.getByRole('link', { name: 'Filters (1)', exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem').getByRole('heading')).toHaveCount(count);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await page.goto('/tool/react/alternatives?platform=command-line&price=paid');
    await expect(page).toHaveURL('/tool/react/alternatives?price=paid&platform=command-line');
    await expect(page.getByText('No alternatives match all of these filters')).toBeVisible();
    await page.getByRole('link', { name: 'Clear all filters' }).click();
    await expect(page).toHaveURL('/tool/react/alternatives');
  });

  test('the list of a product without alternatives is empty and not indexed', async ({ page }) => {
    await page.goto('/tool/mdn-web-docs/alternatives');
    await expect(page.getByText('No alternatives yet')).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  });

  for (const path of ['/tool/react/alternatives', '/tool/react/alternatives?price=free', '/tool/react']) {
    test(`${path} fits into 320 px`, async ({ page }) => {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });
  }
});
