import * as z from 'zod/mini';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { listTagMergesCall } from '@/lib/contract/tag-merge';
import { importProducts } from '@/server/commands/imports/import-products';
import { moveMergedTags } from '@/server/commands/tags/move-merged-tags';
import { draftProduct } from '@/server/import/import-draft';
import { purgeExpiredHourly } from '@/server/jobs/jobs';
import { buildProduct } from '../../setup/build';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { setUpTagCalls, tagMergeOf, withoutLimits } from '../../setup/tag-calls';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, withoutLimits);
const {
  signInModerator,
  runJob,
  disagreements,
  change,
  merge,
  undo,
  rowsOf,
  idOf,
  slugsOf,
  tagsOf,
  usedTags,
} = setUpTagCalls(api);
const calls = setUpModerationCalls(api);

/** Products of `js`, of `javascript`, and of both; one of them is pending. */
async function buildTagged() {
  await buildProduct(api.db, { slug: 'one', name: 'One', tags: ['js', 'Web'] });
  await buildProduct(api.db, { slug: 'two', name: 'Two', tags: ['JavaScript'] });
  await buildProduct(api.db, { slug: 'both', name: 'Both', tags: ['Web', 'js', 'JavaScript'] });
  await buildProduct(api.db, { slug: 'waiting', name: 'Waiting', tags: ['js'], status: 'pending' });
}

const everything = () =>
  rowsOf(`
    SELECT to_jsonb(t) AS row FROM tags t UNION ALL SELECT to_jsonb(t) FROM product_tags t
    UNION ALL SELECT to_jsonb(t) FROM product_listings t UNION ALL SELECT to_jsonb(t) FROM search_documents t
    UNION ALL SELECT to_jsonb(t) FROM tag_slugs t ORDER BY 1`);

it('leads from the merged tag to the other one at once, and has the products follow', async () => {
  const headers = await signInModerator();
  await buildTagged();

  const merged = await merge(headers, 'js', 'javascript');

  expect(merged).toMatchObject({
    status: 200,
    body: { merge: { state: 'moving', sourceProductCount: 2, targetProductCount: 2, moderatorHandle: 'mo' } },
  });
  expect((await usedTags()).map(({ slug }) => slug)).toEqual(['javascript', 'web']);
  expect(await api.request('GET', '/api/tags/js')).toMatchObject({
    status: 404,
    body: { fields: { movedTo: 'javascript' } },
  });
  const redirects = [
    ['/api/products?sort=new&tag=js', '?sort=new&tag=javascript'],
    ['/api/filters?tag=js', '?tag=javascript'],
    ['/tag/js/feed.xml', '../javascript/feed.xml'],
    ['/tag/js/feed.json?price=free', '../javascript/feed.json?price=free'],
    ['/og/tag/js.png', 'javascript.png'],
    ['/tag/js.md?sort=new', '/tag/javascript.md?sort=new'],
    ['/new.md?tag=js', '/new.md?tag=javascript'],
  ] as const;
  for (const [path, location] of redirects) {
    const { status, headers: sent } = await api.request('GET', path);
    expect([path, status, sent.get('location')]).toEqual([path, 308, location]);
  }

  await runJob();

  expect(await slugsOf('tag=javascript')).toEqual(['both', 'one', 'two']);
  expect([await tagsOf('one'), await tagsOf('both'), await tagsOf('waiting')]).toEqual([
    ['javascript', 'web'],
    ['web', 'javascript'],
    ['javascript'],
  ]);
  expect(await usedTags()).toEqual([
    { slug: 'javascript', name: 'JavaScript', productCount: 3, otherNames: ['js'] },
    { slug: 'web', name: 'Web', productCount: 2 },
  ]);
  expect(await disagreements()).toEqual([]);
  const { body } = await api.request('POST', '/1/indexes/tool-fyi/query', {
    body: { query: '', filters: 'tags:js', facets: ['tags'] },
  });
  expect(z.object({ nbHits: z.int(), facets: z.unknown() }).parse(body)).toEqual({
    nbHits: 3,
    facets: { tags: { JavaScript: 3, Web: 2 } },
  });
  expect((await calls.auditLog()).map(({ action, details }) => [action, details])).toMatchObject([
    ['tag.merge', { slug: 'js', intoSlug: 'javascript' }],
  ]);
});

it('is undone as if it had never been, and only within 30 days', async () => {
  const headers = await signInModerator();
  await buildTagged();
  const before = await everything();
  const { id } = tagMergeOf(await merge(headers, 'js', 'javascript'));
  await runJob();
  expect(await everything()).not.toEqual(before);

  expect((await undo(headers, id)).status).toBe(200);
  expect((await undo(headers, id)).status).toBe(404);
  await runJob();

  expect(await everything()).toEqual(before);
  expect(await disagreements()).toEqual([]);
  expect((await api.request('GET', '/api/tags/js')).status).toBe(200);
  expect((await calls.auditLog()).map(({ action }) => action)).toEqual(['tag.merge', 'tag.unmerge']);

  const again = tagMergeOf(await merge(headers, 'js', 'javascript'));
  await runJob();
  api.clock.now = new Date(api.clock.now.getTime() + 30 * DAY_MS + 1);
  const later = await calls.buildModerator('later');
  expect((await undo(later.headers, again.id)).status).toBe(404);
  await purgeExpiredHourly.run(api.deps(), new AbortController().signal);
  expect(await rowsOf('SELECT FROM tag_merges')).toHaveLength(0);
  expect(await rowsOf('SELECT FROM merged_product_tags')).toHaveLength(0);
  expect((await api.request('GET', '/api/products?tag=js')).status).toBe(308);
});

it('gives back what was moved when it is undone halfway, and keeps what has changed since', async () => {
  const headers = await signInModerator();
  for (let number = 1; number <= 60; number += 1)
    await buildProduct(api.db, { slug: `tool-${number}`, tags: ['js'] });
  await buildProduct(api.db, { slug: 'two', tags: ['JavaScript'] });
  const { id } = tagMergeOf(await merge(headers, 'js', 'javascript'));
  const halfway = new AbortController();
  const moved = () => rowsOf('SELECT FROM merged_product_tags');
  // The job ends after its first step, which reads this.
  const { db, env } = api.deps();
  const deps = {
    db,
    get env() {
      halfway.abort();
      return env;
    },
  };
  await moveMergedTags(deps, halfway.signal);
  expect((await moved()).length).toBe(25);
  expect(await disagreements()).toEqual([]);
  await rowsOf(`DELETE FROM product_tags WHERE product_id = (SELECT id FROM products WHERE slug = 'tool-1')`);
  await rowsOf(`UPDATE tags SET product_count = product_count - 1 WHERE slug = 'javascript'`);

  expect((await undo(headers, id)).status).toBe(200);
  await runJob();

  expect(await slugsOf('tag=javascript')).toEqual(['two']);
  expect(await rowsOf(`SELECT slug, product_count AS count FROM tags ORDER BY slug`)).toEqual([
    { slug: 'javascript', count: 1 },
    { slug: 'js', count: 59 },
  ]);
  expect(await rowsOf('SELECT FROM tag_merges')).toHaveLength(0);
});

it('gives the target to submissions, edits, reverts and imports that name the merged tag', async () => {
  const headers = await signInModerator();
  await buildTagged();
  const submitter = await calls.signedInUser();
  const before = await calls.createSubmission(submitter, { tags: ['js', 'Web'] });
  await merge(headers, 'js', 'javascript');
  await runJob();

  const after = await calls.createSubmission(submitter, {
    ...{ name: 'Later', url: 'https://later.example/', tags: ['JS', 'javascript', 'New one'] },
  });
  const draft = draftProduct({
    ...{ line: 1, name: 'Imported', url: 'https://imported.example/', text: '', details: '' },
    tags: ['Js', 'JavaScript'],
  });
  if ('refusal' in draft) throw new Error('An entry was refused');
  const run = async () => (await importProducts(api.deps(), [draft], { isDryRun: false }))[0]?.outcome;
  expect([await run(), await run()]).toEqual(['added', 'listed']);

  expect(await tagsOf(before.slug)).toEqual(['javascript', 'web']);
  expect(await tagsOf(after.slug)).toEqual(['javascript', 'new-one']);
  expect(await tagsOf('imported')).toEqual(['javascript']);
  expect((await calls.approve(headers, before.id)).status).toBe(200);
  expect(await disagreements()).toEqual([]);
});

it('refuses what would make a circle, a chain out of order, or no sense', async () => {
  const headers = await signInModerator();
  await buildTagged();
  const id = await idOf('js');
  const refused = await api.request('POST', `/api/moderation/tags/${id}/merge`, {
    ...{ headers, body: { intoId: id } },
  });
  expect(refused.status).toBe(400);

  await change(headers, 'web', ['PUT', 'hidden']);
  expect((await merge(headers, 'js', 'web')).status).toBe(409);
  await change(headers, 'web', ['DELETE', 'hidden']);
  const first = tagMergeOf(await merge(headers, 'js', 'javascript'));
  expect((await merge(headers, 'web', 'javascript')).status).toBe(409);
  await runJob();
  expect((await merge(headers, 'javascript', 'js')).status).toBe(409);
  expect((await merge(headers, 'js', 'web')).status).toBe(409);
  const second = tagMergeOf(await merge(headers, 'javascript', 'web'));
  await runJob();

  expect(await api.request('GET', '/api/tags/js')).toMatchObject({ body: { fields: { movedTo: 'web' } } });
  expect((await undo(headers, first.id)).status).toBe(409);
  expect((await undo(headers, second.id)).status).toBe(200);
  await runJob();
  expect((await undo(headers, first.id)).status).toBe(200);
  await runJob();
  expect(await disagreements()).toEqual([]);
  const listed = await api.request('GET', '/api/moderation/tag-merges', { headers });
  expect(listTagMergesCall.answer.parse(listed.body).merges).toEqual([]);
});

it('makes one of two opposite merges at the same moment', async () => {
  const headers = await signInModerator();
  await buildTagged();

  const outcomes = await Promise.all([
    merge(headers, 'js', 'javascript'),
    merge(headers, 'javascript', 'js'),
  ]);

  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
  await runJob();
  expect(await disagreements()).toEqual([]);
});

it('loses no submission that arrives with the tag during the merge', async () => {
  const headers = await signInModerator();
  await buildTagged();
  const submitters = await Promise.all(Array.from({ length: 6 }, () => calls.signedInUser()));
  const submissions = Promise.all(
    submitters.map((submitter, number) =>
      calls.createSubmission(submitter, {
        ...{ name: `During ${number}`, url: `https://during-${number}.example/`, tags: ['js'] },
      }),
    ),
  );
  const [arrived] = await Promise.all([submissions, merge(headers, 'js', 'javascript').then(runJob)]);
  await runJob();

  for (const { slug, id } of arrived) {
    expect(await tagsOf(slug)).toEqual(['javascript']);
    expect((await calls.approve(headers, id)).status).toBe(200);
  }
  expect(await slugsOf('tag=javascript')).toHaveLength(9);
  expect(await disagreements()).toEqual([]);
});
