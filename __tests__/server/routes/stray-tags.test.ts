import { DAY_MS } from '@/lib/contract/plain/durations';
import { purgeExpiredHourly } from '@/server/jobs/jobs';
import { buildProduct } from '../../setup/build';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { setUpTagCalls, tagMergeOf, withoutLimits } from '../../setup/tag-calls';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, withoutLimits);
const { signInModerator, runJob, disagreements, change, merge, undo, rowsOf, slugsOf, tagsOf } =
  setUpTagCalls(api);
const { searchIds, createSubmission, signedInUser, approve } = setUpModerationCalls(api);

/** Writes tags as a build without merges does when a product is edited: it finds tags by their own slugs only. */
async function writeTagsAsBefore(product: string, slugs: string[]) {
  await rowsOf(
    `WITH edited AS (SELECT id, status FROM products WHERE slug = $1), wanted AS (
       SELECT tags.id, place FROM unnest($2::text[]) WITH ORDINALITY AS named (slug, place) JOIN tags USING (slug)
     ), before AS (
       SELECT tag_id FROM product_tags JOIN edited ON product_id = edited.id
     ), written AS (
       INSERT INTO product_tags (product_id, tag_id, position) SELECT edited.id, wanted.id, place - 1 FROM wanted, edited
       ON CONFLICT (product_id, tag_id) DO UPDATE SET position = excluded.position
     ), dropped AS (
       DELETE FROM product_tags USING edited
       WHERE product_id = edited.id AND tag_id NOT IN (SELECT id FROM wanted)
     ), changes AS (
       SELECT id, 1 AS change FROM wanted WHERE id NOT IN (SELECT tag_id FROM before)
       UNION ALL
       SELECT tag_id, -1 FROM before WHERE tag_id NOT IN (SELECT id FROM wanted)
     )
     UPDATE tags SET product_count = product_count + change FROM changes, edited
     WHERE tags.id = changes.id AND edited.status = 'approved'`,
    [product, slugs],
  );
  await rowsOf(
    `UPDATE search_documents SET words = words || array_to_tsvector(ARRAY['#spam', 'spam']),
       tag_ids = ARRAY(SELECT tag_id FROM product_tags WHERE product_id = search_documents.product_id)
     WHERE product_id = (SELECT id FROM products WHERE slug = $1)`,
    [product],
  );
}

async function buildTagged() {
  await buildProduct(api.db, { slug: 'one', name: 'One', tags: ['js', 'Web'] });
  await buildProduct(api.db, { slug: 'two', name: 'Two', tags: ['JavaScript'] });
  await buildProduct(api.db, { slug: 'late', name: 'Late', tags: ['Web'] });
  await buildProduct(api.db, { slug: 'both', name: 'Both', tags: ['JavaScript', 'Web'] });
}
const strays = () => rowsOf('SELECT FROM stray_product_tags');

it('gives the target to products to which an earlier build attaches a merged tag, and takes it away when the merge is undone', async () => {
  const headers = await signInModerator();
  await buildTagged();
  const { id, slug } = await createSubmission(await signedInUser(), { tags: ['Web'] });
  const { id: mergeId } = tagMergeOf(await merge(headers, 'js', 'javascript'));
  await runJob();

  await writeTagsAsBefore('late', ['js', 'web']);
  await writeTagsAsBefore('both', ['web', 'javascript', 'js']);
  await writeTagsAsBefore(slug, ['js']);
  expect(await disagreements()).toEqual([]);
  await runJob();

  expect([await tagsOf('late'), await tagsOf('both'), await tagsOf(slug)]).toEqual([
    ['javascript', 'web'],
    ['web', 'javascript'],
    ['javascript'],
  ]);
  expect(await slugsOf('tag=javascript')).toEqual(['both', 'late', 'one', 'two']);
  expect(await disagreements()).toEqual([]);
  expect(await strays()).toEqual([]);
  expect((await approve(headers, id)).status).toBe(200);

  expect((await undo(headers, mergeId)).status).toBe(200);
  await runJob();

  expect([await tagsOf('late'), await tagsOf('both'), await tagsOf('two')]).toEqual([
    ['js', 'web'],
    ['web', 'javascript', 'js'],
    ['javascript'],
  ]);
  expect(await disagreements()).toEqual([]);
});

it('follows a chain of merges, including merges that can no longer be undone', async () => {
  const headers = await signInModerator();
  await buildTagged();
  await merge(headers, 'js', 'javascript');
  await runJob();
  api.clock.now = new Date(api.clock.now.getTime() + 30 * DAY_MS + 1);
  await purgeExpiredHourly.run(api.deps(), new AbortController().signal);
  const later = await signedInUser({ role: 'moderator', handle: 'later' });
  const { id } = tagMergeOf(await merge(later.headers, 'javascript', 'web'));
  await runJob();

  await writeTagsAsBefore('late', ['js']);
  await runJob();

  expect(await tagsOf('late')).toEqual(['web']);
  expect(await disagreements()).toEqual([]);
  expect((await undo(later.headers, id)).status).toBe(200);
  await runJob();
  expect(await tagsOf('late')).toEqual(['javascript']);
  expect(await disagreements()).toEqual([]);
});

it('does not change products of a tag whose merge was undone in the meantime', async () => {
  const headers = await signInModerator();
  await buildTagged();
  const { id } = tagMergeOf(await merge(headers, 'js', 'javascript'));
  await runJob();
  await writeTagsAsBefore('late', ['js']);
  expect((await undo(headers, id)).status).toBe(200);
  await runJob();

  expect([await tagsOf('late'), await tagsOf('one')]).toEqual([['js'], ['js', 'web']]);
  expect(await strays()).toEqual([]);
  expect(await disagreements()).toEqual([]);
});

it('removes a hidden tag that an earlier build has indexed from the search, and keeps it attached', async () => {
  const headers = await signInModerator();
  const { id } = await buildProduct(api.db, { slug: 'one', name: 'One', tags: ['Spam', 'Web'] });
  await change(headers, 'spam', ['PUT', 'hidden']);
  await runJob();
  await writeTagsAsBefore('one', ['web', 'spam']);
  expect(await searchIds('spam')).toEqual([id]);

  await runJob();

  expect(await searchIds('spam')).toEqual([]);
  expect(await tagsOf('one')).toEqual(['web', 'spam']);
  expect(await disagreements()).toEqual([]);
});
