import { findTagCall } from '@/lib/contract/tag';
import { curatedTag } from '@/lib/contract/tag-curation';
import { buildProduct } from '../../setup/build';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { setUpTagCalls, tagMergeOf, withoutLimits } from '../../setup/tag-calls';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, withoutLimits);
const { signInModerator, runJob, change, idOf, list, merge, undo } = setUpTagCalls(api);
const { auditLog } = setUpModerationCalls(api);

it('describes a tag in plain text', async () => {
  const headers = await signInModerator();
  await buildProduct(api.db, { slug: 'one', tags: ['Web'] });
  const describe = async (description: string) =>
    (await change(headers, 'web', ['PUT', 'description', { description }])).status;

  expect(await describe('  <b>Tools</b> for the web. ')).toBe(200);
  expect(await api.request('GET', '/api/tags/web')).toMatchObject({
    body: { tag: { description: '<b>Tools</b> for the web.', children: [], ancestors: [] } },
  });
  expect([await describe('x'.repeat(501)), await describe('two\nlines')]).toEqual([400, 400]);
  expect(await describe('')).toBe(200);
  expect((await auditLog()).map(({ action }) => action)).toEqual(['tag.describe', 'tag.describe']);
});

it('lists tags by slug, page by page, and those that begin with what is typed', async () => {
  const headers = await signInModerator();
  await api.pool.query(
    `INSERT INTO tags (slug, name) SELECT 'tag-' || to_char(n, 'FM000'), 'Tag ' || n FROM generate_series(1, 70) AS n`,
  );
  await api.pool.query(`INSERT INTO tags (slug, name) VALUES ('ünder', 'Ünder'), ('under', 'Under')`);
  const found: string[] = [];
  let after: string | null = '';
  while (after !== null) {
    const page = await list(headers, after && `after=${encodeURIComponent(after)}`);
    found.push(...page.tags.map(({ slug }) => slug));
    after = page.nextCursor;
  }
  expect(found).toHaveLength(72);
  expect(found).toEqual([...found].sort());
  expect((await list(headers, 'q=tag%2007')).tags.map(({ slug }) => slug)).toEqual(['tag-070']);
  expect((await list(headers, 'q=%C3%BCnd')).tags.map(({ slug }) => slug)).toEqual(['under']);
  expect((await list(headers, 'q=zzz')).tags).toEqual([]);
  expect(curatedTag.safeParse((await list(headers, 'q=under')).tags[0]).success).toBe(true);
  expect((await api.request('GET', '/api/moderation/tags?after=made-up', { headers })).status).toBe(400);
});

it('puts tags below others, whose pages link to each other, and never in a circle', async () => {
  const headers = await signInModerator();
  for (const tag of ['Web', 'CSS', 'Grid', 'Hidden'])
    await buildProduct(api.db, { slug: tag.toLowerCase(), tags: [tag] });
  const nest = async (slug: string, parent: string | null) => {
    const parentId = parent === null ? null : await idOf(parent);
    return (await change(headers, slug, ['PUT', 'parent', { parentId }])).status;
  };
  const around = async (slug: string) => {
    const { body } = await api.request('GET', `/api/tags/${slug}`);
    const { ancestors, children } = findTagCall.answer.parse(body).tag;
    return [ancestors, children].map((tags) => tags.map((tag) => tag.slug));
  };

  expect([await nest('css', 'web'), await nest('grid', 'css'), await nest('hidden', 'css')]).toEqual([
    200, 200, 200,
  ]);
  await change(headers, 'hidden', ['PUT', 'hidden']);
  expect(await around('css')).toEqual([['web'], ['grid']]);
  expect(await around('grid')).toEqual([['web', 'css'], []]);
  expect([await nest('web', 'web'), await nest('web', 'grid'), await nest('css', 'grid')]).toEqual([
    400, 400, 400,
  ]);
  await change(headers, 'css', ['PUT', 'hidden']);
  expect(await around('grid')).toEqual([['web'], []]);
  await change(headers, 'css', ['DELETE', 'hidden']);

  // The children of a merged tag follow it, and come back.
  await buildProduct(api.db, { slug: 'styles', tags: ['Styles'] });
  const { id } = tagMergeOf(await merge(headers, 'css', 'styles'));
  await runJob();
  expect(await around('styles')).toEqual([[], ['grid']]);
  expect(await nest('styles', 'web')).toBe(200);
  expect(await around('grid')).toEqual([['web', 'styles'], []]);
  await undo(headers, id);
  await runJob();
  expect(await around('grid')).toEqual([['web', 'css'], []]);
  expect(await nest('grid', null)).toBe(200);
  expect(await around('grid')).toEqual([[], []]);
});

it('lets a tag take the place of the one above it that is merged into it', async () => {
  const headers = await signInModerator();
  for (const tag of ['Top', 'Middle', 'Low'])
    await buildProduct(api.db, { slug: tag.toLowerCase(), tags: [tag] });
  await change(headers, 'middle', ['PUT', 'parent', { parentId: await idOf('top') }]);
  await change(headers, 'low', ['PUT', 'parent', { parentId: await idOf('middle') }]);

  await merge(headers, 'middle', 'low');

  expect((await list(headers)).tags.map(({ slug, parent }) => [slug, parent?.slug])).toEqual([
    ['low', 'top'],
    ['top', undefined],
  ]);
});

it('makes no circle of two changes at the same moment, and not more than five levels', async () => {
  const headers = await signInModerator();
  await buildProduct(api.db, { slug: 'one', tags: ['A', 'B'] });
  const [a, b] = [await idOf('a'), await idOf('b')];

  const outcomes = await Promise.all([
    change(headers, 'a', ['PUT', 'parent', { parentId: b }]),
    change(headers, 'b', ['PUT', 'parent', { parentId: a }]),
  ]);

  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400]);
  await api.pool.query(
    `INSERT INTO tags (slug, name) SELECT 'n' || n, 'N' || n FROM generate_series(1, 6) AS n`,
  );
  const levels: number[] = [];
  for (const level of [2, 3, 4, 5, 6]) {
    const parentId = await idOf(`n${level - 1}`);
    levels.push((await change(headers, `n${level}`, ['PUT', 'parent', { parentId }])).status);
  }
  expect(levels).toEqual([200, 200, 200, 200, 400]);
});

it('refuses to merge a tag, or to undo a merge, when that would make more than five levels', async () => {
  const headers = await signInModerator();
  await api.pool.query(
    `INSERT INTO tags (slug, name) SELECT c || n, upper(c) || n FROM generate_series(1, 5) AS n, unnest('{a,b}'::text[]) AS c`,
  );
  await api.pool.query(
    `UPDATE tags SET parent_id = above.id FROM tags AS above
     WHERE left(above.slug, 1) = left(tags.slug, 1) AND right(above.slug, 1)::integer = right(tags.slug, 1)::integer - 1`,
  );
  const parentOf = async (slug: string) =>
    (await list(headers)).tags.find((tag) => tag.slug === slug)?.parent?.slug;

  expect(await merge(headers, 'a1', 'b5')).toMatchObject({
    status: 409,
    body: {
      message: 'B5 would get tags below it that make more than 5 levels. Move the tags below A1 first.',
    },
  });
  expect([await parentOf('a2'), await parentOf('b5')]).toEqual(['a1', 'b4']);
  const { id } = tagMergeOf(await merge(headers, 'a5', 'b5'));
  await runJob();
  expect((await merge(headers, 'a3', 'b4')).status).toBe(200);
  await runJob();
  expect(await parentOf('a4')).toBe('b4');

  // The parent of the source is now further down the tree.
  expect((await undo(headers, id)).status).toBe(200);
  await runJob();
  expect(await parentOf('a5')).toBeUndefined();
});
