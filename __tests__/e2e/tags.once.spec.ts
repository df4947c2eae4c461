import type { Page } from 'playwright/test';
import { signInAs } from './member';
import { expect, test, toastsOn, visit } from './site';
import { violationsOn } from './violations';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Waits for the list of what is typed, whose items are new ones. */
async function findTag(page: Page, typed: string, found: RegExp): Promise<void> {
  await page.getByRole('searchbox', { name: 'Find a tag' }).fill(typed);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([found]);
}

test('a moderator merges a tag by keyboard, every old link leads to the other one, and undoing parts them', async ({
  page,
  request,
}) => {
  const answer = async (path: string) => {
    const response = await request.get(path, { maxRedirects: 0 });
    return `${response.status()} ${response.headers().location ?? ''}`.trim();
  };
  await signInAs(page, 'edda-birch');
  // Both pages are in memory before the merge.
  expect([await answer('/tag/colors'), await answer('/new?tag=colors')]).toEqual(['200', '200']);
  await visit(page, '/moderation/tags');
  await findTag(page, 'colo', /^Colors/);
  const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Colors/ }) });
  await item.getByText('Change Colors').press('Enter');
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await violationsOn(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
  await item.getByRole('combobox', { name: 'Merge into' }).fill('icons');
  await expect(page.getByRole('option', { name: /^Icons/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Merge Colors into Icons' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toastsOn(page).filter({ hasText: 'Colors is merged into Icons.' })).toBeVisible();

  expect(await answer('/tag/colors')).toBe('308 /tag/icons');
  expect(await answer('/tag/colors?sort=new')).toBe('308 /tag/icons?sort=new');
  expect(await answer('/new?tag=colors')).toBe('308 /new?tag=icons');
  expect(await answer('/tag/colors/feed.xml')).toBe('308 ../icons/feed.xml');
  expect(await answer('/tag/colors.md')).toBe('308 /tag/icons.md');
  expect(await answer('/api/products?tag=colors')).toBe('308 ?tag=icons');
  await visit(page, '/tags');
  await expect(page.getByRole('link', { name: /^Colors/ })).toHaveCount(0);
  await visit(page, '/tag/colors');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Icons');

  await visit(page, '/moderation/tags');
  await page.getByRole('button', { name: 'Merges' }).press('Enter');
  const merge = page.getByRole('listitem').filter({ hasText: 'Colors into Icons' });
  await expect(merge).not.toContainText('more to follow');
  await merge.getByRole('button', { name: /^Undo/ }).press('Enter');
  await expect(merge.getByRole('button', { name: /^Yes, undo/ })).toBeFocused();
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(toastsOn(page).filter({ hasText: 'Colors and Icons are two tags again.' })).toBeVisible();
  expect(await answer('/tag/colors')).toBe('200');
});

test('a tag has a description, a place below another one and a synonym, and is gone while it is hidden', async ({
  page,
  request,
}) => {
  const statusOf = async (path: string) => (await request.get(path, { maxRedirects: 0 })).status();
  const synonym = `watching ${Date.now()}`;
  await signInAs(page, 'edda-birch');
  expect([await statusOf('/tag/monitoring'), await statusOf(`/tag/${synonym.replace(' ', '-')}`)]).toEqual([
    200, 404,
  ]);
  await visit(page, '/moderation/tags');
  await findTag(page, 'monitoring', /^Monitoring/);
  const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Monitoring/ }) });
  await item.getByText('Change Monitoring').press('Enter');
  await item.getByRole('textbox', { name: /^Description/ }).fill('Tells you what is down, before others do.');
  await item.getByRole('button', { name: 'Save the description of Monitoring' }).press('Enter');
  await expect(toastsOn(page).filter({ hasText: 'Monitoring is described.' })).toBeVisible();
  await item.getByRole('textbox', { name: 'Synonym' }).fill(synonym);
  await page.keyboard.press('Enter');
  await expect(item.getByRole('button', { name: `Remove ${synonym}` })).toBeVisible();
  await item.getByRole('combobox', { name: 'Above it' }).fill('charts');
  await expect(page.getByRole('option', { name: /^Charts and maps/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await item.getByRole('button', { name: 'Put below Charts and maps' }).press('Enter');
  await expect(item.getByText(/below Charts and maps/).first()).toBeVisible();

  expect(await statusOf(`/tag/${synonym.replace(' ', '-')}`)).toBe(308);
  await visit(page, '/tag/monitoring');
  await expect(page.getByText('Tells you what is down, before others do.')).toBeVisible();
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /what is down/);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Charts and maps');
  await visit(page, '/tag/charts-and-maps');
  await expect(page.getByRole('navigation', { name: 'Tags below Charts and maps' })).toContainText(
    'Monitoring',
  );
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    if (process.env.SHOTS) {
      await page.screenshot({ path: `${process.env.SHOTS}/tag-parent-${width}.png` });
      await visit(page, '/tag/monitoring');
      await page.screenshot({ path: `${process.env.SHOTS}/tag-page-${width}.png` });
      await visit(page, '/tag/charts-and-maps');
    }
  }

  await visit(page, '/moderation/tags');
  await findTag(page, 'monitoring', /^Monitoring/);
  await item.getByText('Change Monitoring').press('Enter');
  await item.getByRole('button', { name: 'Hide Monitoring' }).press('Enter');
  await expect(toastsOn(page).filter({ hasText: 'Monitoring is hidden.' })).toBeVisible();
  expect([await statusOf('/tag/monitoring'), await statusOf(`/tag/${synonym.replace(' ', '-')}`)]).toEqual([
    404, 404,
  ]);
  expect(await (await request.get('/tags')).text()).not.toContain('/tag/monitoring');
  await item.getByRole('button', { name: 'Show Monitoring' }).press('Enter');
  await expect(toastsOn(page).filter({ hasText: 'Monitoring is shown again.' })).toBeVisible();
  expect(await statusOf('/tag/monitoring')).toBe(200);
  await item.getByRole('button', { name: /^Below none/ }).press('Enter');
  await expect(item.getByText(/below Charts and maps/)).toHaveCount(0);
  await item.getByRole('button', { name: `Remove ${synonym}` }).press('Enter');
  await expect(toastsOn(page).filter({ hasText: `${synonym} is no longer a synonym` })).toBeVisible();
  expect(await statusOf(`/tag/${synonym.replace(' ', '-')}`)).toBe(404);
});
