import type { Page } from 'playwright/test';
import * as z from 'zod/mini';
import { SESSION_COOKIE } from '@/lib/contract/plain/site';
import { signInAs } from './member';
import { expect, test, toastsOn, visit } from './site';
import { violationsOn } from './violations';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const importAnswer = z.object({ import: z.object({ id: z.string(), state: z.string() }) });

/**
 * Imports a product for each of these tags, which no other test knows.
 *
 * @returns removes them again.
 */
async function listTagged(page: Page, tags: readonly string[]): Promise<() => Promise<void>> {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === SESSION_COOKIE.name)?.value;
  const call = async (method: 'GET' | 'POST', path: string, text?: string, data?: object) => {
    const file = { name: 'tagged.csv', mimeType: 'text/csv', buffer: Buffer.from(text ?? '') };
    const answer = await page.request.fetch(`/api/moderation${path}`, {
      ...{ method, headers: { accessToken: `Bearer ${token}` } },
      ...(text !== undefined && { multipart: { file } }),
      ...(data && { data }),
    });
    return importAnswer.parse(await answer.json()).import;
  };
  const lines = tags.map(
    (tag) => `Has ${tag},https://${tag.toLowerCase().replace(' ', '-')}.example,Has a tag.,${tag}`,
  );
  const { id } = await call('POST', '/import', ['Name,Link,Tagline,Tags', ...lines].join('\n'));
  const becomes = (state: string) =>
    expect.poll(async () => (await call('GET', `/imports/${id}`)).state).toBe(state);
  await becomes('ready');
  await call('POST', `/imports/${id}/start`, undefined, { seen: 0 });
  await becomes('imported');
  return async () => {
    await call('POST', `/imports/${id}/undo`);
    await becomes('undone');
  };
}

/** Waits until the list matches the typed text: only this tag is in it. */
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
  const mark = Date.now().toString(36);
  const [source, target] = [`hues-${mark}`, `icons-${mark}`];
  await signInAs(page, 'edda-birch');
  const removeAgain = await listTagged(page, [`Hues ${mark}`, `Icons ${mark}`]);
  // Both pages are in memory before the merge.
  expect([await answer(`/tag/${source}`), await answer(`/new?tag=${source}`)]).toEqual(['200', '200']);
  await visit(page, '/moderation/tags');
  await findTag(page, source, /^Hues/);
  const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Hues/ }) });
  await item.getByText(`Change Hues ${mark}`).press('Enter');
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await violationsOn(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
  await item.getByRole('combobox', { name: 'Merge into' }).fill(target);
  await expect(page.getByRole('option', { name: /^Icons/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: `Merge Hues ${mark} into Icons ${mark}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(
    toastsOn(page).filter({ hasText: `Hues ${mark} is merged into Icons ${mark}.` }),
  ).toBeVisible();

  expect(await answer(`/tag/${source}`)).toBe(`308 /tag/${target}`);
  expect(await answer(`/tag/${source}?sort=new`)).toBe(`308 /tag/${target}?sort=new`);
  expect(await answer(`/new?tag=${source}`)).toBe(`308 /new?tag=${target}`);
  expect(await answer(`/tag/${source}/feed.xml`)).toBe(`308 ../${target}/feed.xml`);
  expect(await answer(`/tag/${source}.md`)).toBe(`308 /tag/${target}.md`);
  expect(await answer(`/search?q=has&tag=${source}`)).toBe(`308 /search?q=has&tag=${target}`);
  expect(await answer(`/api/products?tag=${source}`)).toBe(`308 ?tag=${target}`);
  await visit(page, '/tags');
  await expect(page.getByRole('link', { name: /^Hues/ })).toHaveCount(0);
  await visit(page, `/tag/${source}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Icons ${mark}`);

  await visit(page, '/moderation/tags');
  await page.getByRole('button', { name: 'Merges' }).press('Enter');
  const merge = page.getByRole('listitem').filter({ hasText: `Hues ${mark} into Icons ${mark}` });
  await expect(merge).not.toContainText('more to follow');
  await merge.getByRole('button', { name: /^Undo/ }).press('Enter');
  await expect(merge.getByRole('button', { name: /^Yes, undo/ })).toBeFocused();
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(
    toastsOn(page).filter({ hasText: `Hues ${mark} and Icons ${mark} are two tags again.` }),
  ).toBeVisible();
  await expect.poll(() => answer(`/tag/${source}`)).toBe('200');
  await removeAgain();
});

test('a tag has a description, a place below another one and a synonym, and is gone while it is hidden', async ({
  page,
  request,
}) => {
  const statusOf = async (path: string) => (await request.get(path, { maxRedirects: 0 })).status();
  const mark = Date.now().toString(36);
  const synonym = `Looking ${mark}`;
  const [name, parentName] = [`Watching ${mark}`, `Charts ${mark}`];
  const [slug, parentSlug] = [`watching-${mark}`, `charts-${mark}`];
  await signInAs(page, 'edda-birch');
  const removeAgain = await listTagged(page, [name, parentName]);
  expect([await statusOf(`/tag/${slug}`), await statusOf(`/tag/looking-${mark}`)]).toEqual([200, 404]);
  await visit(page, '/moderation/tags');
  await findTag(page, slug, /^Watching/);
  const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Watching/ }) });
  await item.getByText(`Change ${name}`).press('Enter');
  await item.getByRole('textbox', { name: /^Description/ }).fill('Tells you what is down, before others do.');
  await item.getByRole('button', { name: `Save the description of ${name}` }).press('Enter');
  await expect(toastsOn(page).filter({ hasText: `${name} is described.` })).toBeVisible();
  await item.getByRole('textbox', { name: 'Synonym' }).fill(synonym);
  await page.keyboard.press('Enter');
  await expect(item.getByRole('button', { name: `Remove ${synonym}` })).toBeVisible();
  await item.getByRole('combobox', { name: 'Above it' }).fill(parentSlug);
  await expect(page.getByRole('option', { name: /^Charts/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await item.getByRole('button', { name: `Put below ${parentName}` }).press('Enter');
  await expect(item.getByText(`below ${parentName}`).first()).toBeVisible();

  expect(await statusOf(`/tag/looking-${mark}`)).toBe(308);
  await visit(page, `/tag/${slug}`);
  await expect(page.getByText('Tells you what is down, before others do.')).toBeVisible();
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /what is down/);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(parentName);
  await visit(page, `/tag/${parentSlug}`);
  await expect(page.getByRole('navigation', { name: `Tags below ${parentName}` })).toContainText(name);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    if (process.env.SHOTS) {
      await page.screenshot({ path: `${process.env.SHOTS}/tag-parent-${width}.png` });
      await visit(page, `/tag/${slug}`);
      await page.screenshot({ path: `${process.env.SHOTS}/tag-page-${width}.png` });
      await visit(page, `/tag/${parentSlug}`);
    }
  }

  await visit(page, '/moderation/tags');
  await findTag(page, slug, /^Watching/);
  await item.getByText(`Change ${name}`).press('Enter');
  await item.getByRole('button', { name: `Hide ${name}` }).press('Enter');
  await expect(toastsOn(page).filter({ hasText: `${name} is hidden.` })).toBeVisible();
  expect([await statusOf(`/tag/${slug}`), await statusOf(`/tag/looking-${mark}`)]).toEqual([404, 404]);
  expect(await (await request.get('/tags')).text()).not.toContain(`/tag/${slug}`);
  await item.getByRole('button', { name: `Show ${name}` }).press('Enter');
  await expect(toastsOn(page).filter({ hasText: `${name} is shown again.` })).toBeVisible();
  expect(await statusOf(`/tag/${slug}`)).toBe(200);
  await item.getByRole('button', { name: /^Below none/ }).press('Enter');
  await expect(item.getByText(`below ${parentName}`)).toHaveCount(0);
  await item.getByRole('button', { name: `Remove ${synonym}` }).press('Enter');
  await expect(toastsOn(page).filter({ hasText: `${synonym} is no longer a synonym` })).toBeVisible();
  expect(await statusOf(`/tag/looking-${mark}`)).toBe(404);
  await removeAgain();
});

test('a moderator says what a word means, and the search finds it', async ({ page }) => {
  await signInAs(page, 'edda-birch');
  await visit(page, '/moderation/tags');
  await page.getByRole('button', { name: 'Search synonyms' }).click();
  await page.getByRole('textbox', { name: 'People search for' }).fill('vexillum');
  await page.getByRole('textbox', { name: 'They also mean' }).fill('svgomg');
  await page.getByRole('checkbox', { name: 'Also the other way round' }).check();
  await page.getByRole('button', { name: 'Add synonym' }).click();
  await expect(toastsOn(page)).toContainText('Searches for vexillum find svgomg, too.');
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsOn(page)).toEqual([]);
  }
  const found = await page.request.get('/1/indexes/tool-fyi?query=vexillum');
  expect(await found.text()).toContain('SVGOMG');

  await page.getByRole('button', { name: 'Remove vexillum' }).click();
  await expect(
    toastsOn(page).filter({ hasText: 'Searches for vexillum no longer find svgomg.' }),
  ).toBeVisible();
});
