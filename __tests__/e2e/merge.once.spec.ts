import { signInAs } from './member';
import { expect, test, toastsOn, visit } from './site';
import { violationsOn } from './violations';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

// Nothing else uses these two. The merge is undone at the end.
const [SOURCE, TARGET] = [
  { name: 'Coolors', path: '/tool/coolors' },
  { name: 'Color Hunt', path: '/tool/color-hunt' },
];

test('a moderator merges a duplicate by keyboard, both URLs lead to the same page, and undoing parts them again', async ({
  page,
  request,
}) => {
  const statusOf = async (path: string) => (await request.get(path, { maxRedirects: 0 })).status();
  await signInAs(page, 'edda-birch');
  await visit(page, SOURCE.path);
  const upvotes = page.getByText(/^\d+ upvotes?$/).first();
  const before = await upvotes.textContent();
  const summary = page.getByText('Moderators: merge into another tool');
  await summary.focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('combobox', { name: 'Merge into' });
  await field.fill(TARGET.name);
  await expect(page.getByRole('option', { name: TARGET.name, exact: true })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const merge = page.getByRole('button', { name: `Merge ${SOURCE.name} into ${TARGET.name}` });
  await expect(merge).toBeVisible();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await merge.focus();
  await page.keyboard.press('Enter');
  await expect(toastsOn(page)).toContainText(`${SOURCE.name} is merged into ${TARGET.name}.`);
  await expect(page).toHaveURL(new RegExp(`${TARGET.path}$`));
  await expect.poll(() => statusOf(SOURCE.path)).toBe(308);
  await visit(page, SOURCE.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TARGET.name);

  await visit(page, '/moderation/merges');
  const item = page.getByRole('listitem').filter({ hasText: `${SOURCE.name} into ${TARGET.name}` });
  await item.getByRole('button', { name: /^Undo/ }).focus();
  await page.keyboard.press('Enter');
  await expect(item.getByRole('button', { name: /^Yes, undo/ })).toBeFocused();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.keyboard.press('Enter');
  await expect(item).toHaveCount(0);
  await expect.poll(() => statusOf(SOURCE.path)).toBe(200);
  await visit(page, SOURCE.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(SOURCE.name);
  await expect(upvotes).toHaveText(before ?? '');
});
