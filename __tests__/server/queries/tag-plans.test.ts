import { explain } from '@/__tests__/setup/query-plan';
import { insertSkewedRows } from '@/__tests__/setup/skewed-rows';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { sql } from 'drizzle-orm';
import { listCuratedTags } from '@/server/queries/tags/curated-tags';
import {
  listProductIdsOfTag,
  lockProductsOfMerge,
  lockUnfinishedMerge,
} from '@/server/queries/tags/moved-tags';
import { listTagMerges } from '@/server/queries/tags/tag-merges';
import { findTagBySlug } from '@/server/queries/tags/tag-names';
import type { Db } from '@/server/db/client';

const database = setUpTestDatabase({
  fill: async (db) => {
    await insertSkewedRows(db, 10_000);
    await db.execute(sql`
      INSERT INTO tags (slug, name, hidden_at)
      SELECT 'more-' || n, 'More ' || n, CASE WHEN n % 50 = 0 THEN now() END FROM generate_series(1, 20000) AS n`);
    await db.execute(sql`
      INSERT INTO tag_merges (source_id, target_id, created_at, state, source_product_count, target_product_count)
      SELECT id, id - 1, now() - id * interval '1 minute', CASE WHEN id % 500 = 0 THEN 'moving' ELSE 'merged' END, 0, 0
      FROM tags WHERE slug LIKE 'more-%5'`);
    await db.execute(sql`VACUUM ANALYZE`);
  },
});

const limit = 31;
const all = { prefix: '', state: 'all', limit } as const;
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
    ['Index Only Scan product_tags_tag_id', 'Sort', 'Index Scan products_pkey'],
  ],
  [
    'merges with products left',
    (db) => lockUnfinishedMerge(db),
    ['Sort', 'Index Scan tag_merges_unfinished'],
  ],
])('reads no more than it shows, in the order of an index: %s', async (_, query, steps) => {
  const reads = await explain(database.pool, query);
  expect(reads).toEqual(steps);
});

it.each<[name: string, query: (db: Db) => Promise<unknown>, step: string]>([
  ['merges', (db) => listTagMerges(db, { limit }), 'Index Scan tag_merges_newest'],
  ['the tag of a slug', (db) => findTagBySlug(db, 'more-7'), 'Index Scan tags_slug_key'],
])('finds by an index: %s', async (_, query, step) => {
  const reads = await explain(database.pool, query);
  expect(reads).toContain(step);
  expect(reads.filter((read) => /Seq Scan|Sort/.test(read))).toEqual([]);
});
