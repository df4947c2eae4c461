import { sql } from 'drizzle-orm';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { withDeadline } from '@/server/base/async-context';
import type { Db } from '@/server/db/client';
import { until } from './until';

/** A million products take minutes. */
const FILL_LIMIT_MS = 30 * MINUTE_MS;

/** Its work in the background would make the figures differ from run to run. */
const withoutAutovacuum = `
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LOOP
      EXECUTE format('ALTER TABLE %I SET (autovacuum_enabled = false)', name);
    END LOOP;
  END $$`;
/** Building an index once is several times faster than inserting its entries row by row. */
const dropIndexes = `
  DO $$ DECLARE name text; BEGIN
    CREATE TEMP TABLE dropped ON COMMIT DROP AS SELECT indexname, indexdef FROM pg_indexes
      WHERE schemaname = 'public' AND tablename NOT LIKE 'search_leaders%' AND indexname NOT IN (SELECT conname FROM pg_constraint);
    FOR name IN SELECT indexname FROM dropped LOOP EXECUTE format('DROP INDEX %I', name); END LOOP;
  END $$`;
const createIndexes = `
  DO $$ DECLARE definition text; BEGIN
    FOR definition IN SELECT indexdef FROM dropped LOOP EXECUTE definition; END LOOP;
  END $$`;

/** What triggers would have made of products, their tags and their terms. */
export const ROWS_OF_TRIGGERS = [
  'INSERT INTO product_slugs (slug, product_id) SELECT slug, id FROM products',
  `INSERT INTO tag_slugs (slug, tag_id, kind) SELECT slug, id, 'present' FROM tags`,
  `UPDATE tags SET product_count = counted.total
   FROM (SELECT tag_id, count(*) AS total FROM product_tags JOIN products ON products.id = product_id WHERE status = 'approved' GROUP BY tag_id) AS counted
   WHERE tag_id = id`,
  `INSERT INTO product_listings (product_id, term, ranking_upvote_count, approved_at, term_ids, numbers)
   SELECT id, term, weighing_upvote_count, approved_at, tag_terms || coalesce(term_ids, '{}'), numbers
   FROM products
   CROSS JOIN LATERAL (
     SELECT coalesce(array_agg(-tag_id::integer ORDER BY tag_id), '{}') AS tag_terms FROM product_tags WHERE product_id = id
   ) AS tagged
   LEFT JOIN product_terms ON product_terms.product_id = id
   CROSS JOIN LATERAL (
     SELECT 'all' UNION ALL SELECT 'tag:' || -unnest(tag_terms) UNION ALL SELECT 'field:' || unnest(term_ids)
   ) AS terms (term)
   WHERE status = 'approved'`,
  `INSERT INTO approval_days (day, product_count)
   SELECT approved_on, count(*) FROM product_listings WHERE term = 'all' GROUP BY approved_on`,
];

/**
 * Fills an empty database without its triggers, and builds its indexes afterwards.
 *
 * @param finish adds what depends on the statistics of the tables, with triggers.
 */
export async function fillInBulk(
  db: Db,
  fill: (tx: Db) => Promise<void>,
  finish: (db: Db) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await withDeadline(FILL_LIMIT_MS, async () => {
    await db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`);
      // VACUUM marks only pages as visible to all whose commit is on the disk.
      await tx.execute(sql`SET LOCAL synchronous_commit = on`);
      // With the default of 64 MB, each large index is merged from many files.
      await tx.execute(sql`SET LOCAL maintenance_work_mem = '256MB'`);
      await tx.execute(sql.raw(withoutAutovacuum));
      await tx.execute(sql.raw(dropIndexes));
      await fill(tx);
      await tx.execute(sql.raw(createIndexes));
    });
    // Waits for transactions in the background, whose snapshots VACUUM respects.
    const vacuumAll = () => until(() => vacuum(db), { withinMs: FILL_LIMIT_MS, everyMs: 200 });
    await vacuumAll();
    await finish(db);
    await vacuumAll();
  });
}

/** Whether every row is now visible to all, so that reading an index alone is enough. */
async function vacuum(db: Db): Promise<boolean> {
  // By default, a table with few dead rows keeps them, and the pages that they are in.
  await db.execute(sql`VACUUM (ANALYZE, INDEX_CLEANUP ON)`);
  const { rows } = await db.execute(sql`
    SELECT FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relallvisible < relpages`);
  return rows.length === 0;
}
