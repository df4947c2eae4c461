import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import { RETENTION_DAYS } from '@/lib/contract/retention';
import { purgeExpiredHourly } from '@/server/jobs/jobs';
import { replaceProductTags } from '@/server/queries/products/tags';
import { insertTagMerge } from '@/server/queries/tags/tag-merges';
import { buildProduct } from '../../setup/build';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpTagCalls } from '../../setup/tag-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const calls = setUpModerationCalls(api);
const { signedInUser, buildModerator, createSubmission, editSubmission, approve, reject } = calls;
const { rowsOf, idOf, change, merge, undo, runJob } = setUpTagCalls(api);

const keptMs = RETENTION_DAYS.unusedTags * DAY_MS;
const slugs = async () =>
  (await rowsOf<{ slug: string }>('SELECT slug FROM tags ORDER BY slug')).map(({ slug }) => slug);

/** Runs the job some time after everything until now. */
async function purge(afterMs = keptMs + HOUR_MS): Promise<void> {
  await rowsOf(`UPDATE unused_tags SET noted_at = '${new Date(testNow.getTime() - afterMs).toISOString()}'`);
  await purgeExpiredHourly.run(api.deps(), new AbortController().signal);
}

const withdraw = ({ headers }: { headers: Record<string, string> }, id: string) =>
  api.request('DELETE', `/api/user/private/products/${id}`, { headers });

it('deletes the tag of a submission that was never listed, once nothing has it, and keeps listed ones', async () => {
  const [sol, mo] = [await signedInUser(), await buildModerator()];
  await buildProduct(api.db, { slug: 'listed', tags: ['design'] });
  const { id } = await createSubmission(sol, { tags: ['My Secret Word', 'Design'] });
  await reject(mo.headers, id, 'It is no tool.');
  await purge();
  expect(await slugs()).toEqual(['design', 'my-secret-word']);

  await withdraw(sol, id);
  await purge(keptMs - HOUR_MS);
  expect(await slugs()).toEqual(['design', 'my-secret-word']);
  await purge();
  expect(await slugs()).toEqual(['design']);
  expect(await rowsOf(`SELECT FROM tag_slugs WHERE slug LIKE 'my%'`)).toEqual([]);
  expect(await rowsOf('SELECT FROM unused_tags')).toEqual([]);
});

it('deletes the tag of an edit that was taken back, and what the edit called another tag', async () => {
  const [sol, mo] = [await signedInUser(), await buildModerator()];
  const { id } = await createSubmission(sol, { tags: ['Design'] });
  await approve(mo.headers, id);
  await editSubmission(sol, id, { name: 'Doodle', tags: ['Design', 'New Word', 'Old Word'] });
  await purge();
  expect(await slugs()).toEqual(['design', 'new-word', 'old-word']);

  await editSubmission(sol, id, { tags: ['Design'] });
  await rowsOf(`UPDATE tags SET product_count = 1 WHERE slug = 'old-word'`);
  await purge();
  expect(await slugs()).toEqual(['design', 'old-word']);
  expect(await rowsOf(`SELECT name FROM tag_spellings WHERE name = 'Old Word'`)).toEqual([]);
});

const onWord = (statement: string) => (): Promise<unknown> =>
  rowsOf(statement.replaceAll('$word', `(SELECT id FROM tags WHERE slug = 'word')`));
const spare = `INSERT INTO tags (slug, name, product_count) VALUES ('spare', 'Spare', 1)`;
const rename = (body: { name: string; slug: string }) => async () =>
  change((await buildModerator()).headers, 'word', ['PUT', 'name', body]);

it.each<[name: string, hold: () => Promise<unknown>, release: (() => Promise<unknown>) | 'for good']>([
  [
    'the description of a moderator',
    onWord(`UPDATE tags SET description = 'Words.' WHERE id = $word`),
    onWord(`UPDATE tags SET description = '' WHERE id = $word`),
  ],
  [
    'a mark that it is hidden',
    onWord(`UPDATE tags SET hidden_at = now() WHERE id = $word`),
    onWord(`UPDATE tags SET hidden_at = NULL WHERE id = $word`),
  ],
  [
    'a place below another tag',
    onWord(
      `WITH spare AS (${spare} RETURNING id) UPDATE tags SET parent_id = spare.id FROM spare WHERE tags.id = $word`,
    ),
    onWord(`UPDATE tags SET parent_id = NULL WHERE id = $word`),
  ],
  [
    'a tag below it',
    async () => {
      await rowsOf(spare);
      await onWord(`UPDATE tags SET parent_id = $word WHERE slug = 'spare'`)();
    },
    onWord(`UPDATE tags SET parent_id = NULL WHERE slug = 'spare'`),
  ],
  [
    'a tag that was merged into it',
    async () => {
      await rowsOf(spare);
      await onWord(`UPDATE tags SET merged_into_id = $word WHERE slug = 'spare'`)();
    },
    onWord(`UPDATE tags SET merged_into_id = NULL WHERE slug = 'spare'`),
  ],
  [
    'a synonym',
    onWord(`INSERT INTO tag_slugs (slug, tag_id, kind, name) VALUES ('term', $word, 'synonym', 'Term')`),
    onWord(`DELETE FROM tag_slugs WHERE slug = 'term'`),
  ],
  [
    'a merge that is being undone',
    async () => {
      await rowsOf(spare);
      const createdAt = testNow;
      const [sourceId, targetId] = [await idOf('word'), await idOf('spare')];
      await insertTagMerge(api.db, {
        ...{ sourceId, targetId, createdAt, state: 'returning' },
        ...{ sourceProductCount: 0, targetProductCount: 1 },
      });
      await onWord('UPDATE tags SET merged_into_id = NULL WHERE id = $word')();
    },
    onWord('DELETE FROM tag_merges'),
  ],
  [
    'a subscriber of the newsletter',
    onWord(`INSERT INTO newsletter_subscribers (email, status, token_hash, token_sent_at, tag_ids)
      VALUES ('ada@x.example', 'confirmed', '\\x00', now(), ARRAY[$word])`),
    onWord('UPDATE newsletter_subscribers SET tag_ids = NULL'),
  ],
  [
    'a proposal to merge it that was dismissed',
    async () => {
      await rowsOf(spare);
      await onWord(`INSERT INTO tag_proposals (low_id, high_id, reason, score, found_at, dismissed_at)
        SELECT least(id, $word), greatest(id, $word), 'typo', 60, now(), now() FROM tags WHERE slug = 'spare'`)();
    },
    'for good',
  ],
  ['a name from a moderator', rename({ name: 'WORD', slug: 'word' }), 'for good'],
  ['a slug from before a moderator renamed it', rename({ name: 'Wort', slug: 'wort' }), 'for good'],
])('keeps a tag without products for %s, and no longer', async (_, hold, release) => {
  await rowsOf(`INSERT INTO tags (slug, name) VALUES ('word', 'word')`);
  await hold();
  const kept = await slugs();
  await purge();
  expect(await slugs()).toEqual(kept);
  if (release === 'for good') return;
  await release();
  await purge();
  expect(await slugs()).toEqual(kept.filter((slug) => slug !== 'word'));
});

it('keeps the tags of a merge that can be undone, and gives them back', async () => {
  const { headers } = await buildModerator();
  await buildProduct(api.db, { slug: 'one', tags: ['one'] });
  await buildProduct(api.db, { slug: 'two', tags: ['two'] });
  await merge(headers, 'two', 'one');
  await runJob();
  await purge();
  const [{ id } = { id: '' }] = await rowsOf<{ id: string }>('SELECT id::text FROM tag_merges');
  await undo(headers, id);
  await purge();
  await runJob();
  await purge();
  expect(await rowsOf('SELECT slug, product_count FROM tags ORDER BY slug')).toEqual([
    { slug: 'one', product_count: 1 },
    { slug: 'two', product_count: 1 },
  ]);
});

it('gives a product back the tags that are left when one was deleted since, as before a decision that is undone', async () => {
  const { id } = await buildProduct(api.db, { slug: 'one', tags: ['one', 'two'] });
  const before = [await idOf('one'), await idOf('two')];
  await replaceProductTags(api.db, id, before.slice(0, 1));
  await purge();
  await replaceProductTags(api.db, id, before);
  expect(await slugs()).toEqual(['one']);
  expect(await rowsOf('SELECT tag_id::text FROM product_tags')).toEqual([{ tag_id: before[0] }]);
});
