import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { explain } from '@/__tests__/setup/query-plan';
import { insertSkewedRows } from '@/__tests__/setup/skewed-rows';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { sql } from 'drizzle-orm';
import { listCuratedTags } from '@/server/queries/tags/curated-tags';
import {
  findStrayTag,
  findTagRefresh,
  listProductIdsOfTag,
  lockProductsOfMerge,
  lockTargetOfTag,
  lockUnfinishedMerge,
} from '@/server/queries/tags/moved-tags';
import { listTagMerges } from '@/server/queries/tags/tag-merges';
import {
  listSharedTags,
  listSimilarTags,
  listTagProposals,
  listUncomparedTags,
} from '@/server/queries/tags/tag-proposals';
import { findTagBySlug } from '@/server/queries/tags/tag-names';
import { deleteUnusedTags } from '@/server/queries/tags/unused-tags';
import type { Db } from '@/server/db/client';

const database = setUpTestDatabase({
  fill: async (db) => {
    await insertSkewedRows(db, 10_000);
    await db.execute(sql`
      INSERT INTO tags (slug, name, product_count, hidden_at, compared_product_count)
      SELECT 'more-' || n, 'More ' || n, 1, CASE WHEN n % 50 = 0 THEN now() END, CASE WHEN n % 100 > 0 THEN 1 END FROM generate_series(1, 20000) AS n`);
    await db.execute(sql`
      INSERT INTO tag_merges (source_id, target_id, created_at, state, source_product_count, target_product_count)
      SELECT id, id - 1, now() - id * interval '1 minute', CASE WHEN id % 500 = 0 THEN 'moving' ELSE 'merged' END, 0, 0
      FROM tags WHERE slug LIKE 'more-%5'`);
    await db.execute(sql`
      INSERT INTO tag_proposals (low_id, high_id, reason, score, found_at, dismissed_at)
      SELECT low.id, low.id + step, 'typo', 1 + low.id % 100, now(), CASE WHEN low.id % 3 = 0 THEN now() END
      FROM tags low, unnest(ARRAY[1, 2]) AS step WHERE EXISTS (SELECT FROM tags high WHERE high.id = low.id + step)`);
    await db.execute(sql`
      INSERT INTO stray_product_tags (tag_id, product_id)
      SELECT tags.id, products.id FROM tags, products WHERE tags.slug IN ('more-50', 'more-100') AND products.id <= 5000`);
    await db.execute(sql`
      INSERT INTO tag_refreshes (tag_id) SELECT id FROM tags WHERE slug LIKE 'more-1%'`);
    await db.execute(sql`
      INSERT INTO newsletter_subscribers (email, token_hash, token_sent_at, tag_ids)
      SELECT n || '@x.example', n::text::bytea, now(), ARRAY[1 + n % 100] FROM generate_series(1, 10000) AS n`);
    await db.execute(sql`
      INSERT INTO audit_entries (actor_handle, action, subject_kind, details)
      SELECT 'mo', 'tag.rename', 'user', jsonb_build_object('tag', n::text) FROM generate_series(1, 5000) AS n`);
    await db.execute(sql`INSERT INTO unused_tags (tag_id, noted_at) SELECT id, now() FROM tags`);
    await db.execute(sql`UPDATE tags SET merged_into_id = id - 1 WHERE slug = 'more-5'`);
    await db.execute(sql`VACUUM ANALYZE`);
  },
});

const limit = 31;
/** What is read for each row of a page. */
const bothTags = ['Index Scan tags_pkey', 'Index Scan tags_pkey'];
const all = { prefix: '', state: 'all', limit } as const;
/** `more-5`. */
const merged = '127';
const compared = {
  ...{ id: '1', slug: 'tag-1', matchKey: 'tag1', productCount: 5_000, parentId: null, isListed: true },
};
const merge = { id: '1', sourceId: '1', targetId: '2', state: 'moving' } as const;

it.each<[name: string, query: (db: Db) => Promise<unknown>, steps: string[]]>([
  ['all tags', (db) => listCuratedTags(db, all), ['Index Scan tags_by_slug']],
  [
    'all tags, page 2',
    (db) => listCuratedTags(db, { ...all, afterId: '100' }),
    ['Index Scan tags_pkey', 'Index Scan tags_by_slug'],
  ],
  [
    'tags that begin with a word',
    (db) => listCuratedTags(db, { ...all, prefix: 'more-19' }),
    ['Index Scan tags_by_slug'],
  ],
  ['hidden tags', (db) => listCuratedTags(db, { ...all, state: 'hidden' }), ['Index Scan tags_hidden']],
  [
    'products of a tag',
    (db) => listProductIdsOfTag(db, { tagId: '1', afterId: '500' }, 25),
    ['Index Only Scan product_tags_tag_id'],
  ],
  [
    'products of a merge',
    (db) => lockProductsOfMerge(db, merge, 25),
    ['Index Only Scan product_tags_tag_id', 'Index Scan products_pkey'],
  ],
  ['merges', (db) => listTagMerges(db, { limit }), ['Index Scan tag_merges_newest', ...bothTags]],
  [
    'merges, page 2',
    (db) => listTagMerges(db, { after: { value: new Date(), id: '500' }, limit }),
    ['Index Scan tag_merges_newest', ...bothTags],
  ],
  ['proposals', (db) => listTagProposals(db, { limit }), ['Index Scan tag_proposals_best', ...bothTags]],
  [
    'proposals, page 2',
    (db) => listTagProposals(db, { after: { value: 50, id: '500' }, limit }),
    ['Index Scan tag_proposals_best', ...bothTags],
  ],
  ['tags to compare', (db) => listUncomparedTags(db, 20), ['Index Scan tags_uncompared']],
  [
    'products that got a merged or hidden tag',
    (db) => findStrayTag(db, 25),
    ['Index Only Scan stray_product_tags_pkey'],
  ],
  [
    'tags whose products the search does not know yet',
    (db) => findTagRefresh(db),
    ['Index Scan tag_refreshes_pkey'],
  ],
  ['merges with products left', (db) => lockUnfinishedMerge(db), ['Index Scan tag_merges_unfinished']],
])('reads no more than it shows, in the order of an index: %s', async (_, query, steps) => {
  const reads = await explain(database.pool, query);
  expect(reads).toEqual(steps);
});

it.each<[name: string, query: (db: Db) => Promise<unknown>, step: string]>([
  [
    'tags with almost the same name',
    (db) => listSimilarTags(db, { ...compared, matchKey: 'more777' }),
    'Index Scan tags_match_start',
  ],
  [
    'tags that share most products with one',
    (db) => listSharedTags(db, compared, { sampledMax: 200, sharedMin: 5, shareMin: 0.8 }),
    'Index Only Scan product_tags_tag_id',
  ],
  ['where a merged tag leads', (db) => lockTargetOfTag(db, merged), 'Index Scan tag_merges_source_id_key'],
  [
    'tags that nothing has',
    async (db) =>
      deleteUnusedTags(db, { notedBefore: new Date(Date.now() + MINUTE_MS), now: new Date(), limit: 20 }),
    'Index Scan unused_tags_due',
  ],
  ['the tag of a slug', (db) => findTagBySlug(db, 'more-7'), 'Index Scan tags_slug_key'],
])('finds by an index: %s', async (_, query, step) => {
  const reads = await explain(database.pool, query);
  expect(reads).toContain(step);
  expect(reads.filter((read) => /Seq Scan/.test(read))).toEqual([]);
});
