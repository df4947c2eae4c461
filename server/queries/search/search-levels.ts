import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';

/** Below this number of documents, a search may read all matches. */
const DOCUMENTS_MIN = 5_000;
/** From this number of documents on, their number is the planner's estimate. */
const COUNTED_DOCUMENTS_MAX = 100_000;

/**
 * Sets the upvotes that a document needs for each level, so that the levels have at most 500, 5,000 and 50,000 documents.
 * A level that would have more than a quarter of all documents, or any level of a small site, does not exist. Documents
 * with equal upvotes are in the same level.
 */
export async function updateSearchLevels(db: Db): Promise<void> {
  await db.execute(sql`
    WITH all_documents AS (
      SELECT CASE
        WHEN reltuples > ${COUNTED_DOCUMENTS_MAX} THEN reltuples::integer
        ELSE (SELECT count(*)::integer FROM search_documents)
      END AS total
      FROM pg_class WHERE oid = 'search_documents'::regclass
    ), bounds AS (
      SELECT level, (
        SELECT ranking_upvote_count + 1 FROM product_listings WHERE term = 'all'
        ORDER BY ranking_upvote_count DESC, product_id DESC OFFSET size LIMIT 1
      ) AS least_upvote_count
      FROM (VALUES (1, 500), (2, 5000), (3, 50000)) AS sizes (level, size), all_documents
      WHERE total >= greatest(4 * size, ${DOCUMENTS_MIN}::integer)
    ), current AS (
      SELECT level, least_upvote_count, (
        SELECT count(*)::integer FROM product_listings
        WHERE term = 'all' AND ranking_upvote_count >= least_upvote_count
      ) AS document_count
      FROM bounds
      UNION ALL
      SELECT 4, 0, total FROM all_documents WHERE total >= ${DOCUMENTS_MIN}
    ), removed AS (
      DELETE FROM search_levels WHERE level NOT IN (SELECT level FROM current)
    )
    INSERT INTO search_levels (level, least_upvote_count, document_count)
    SELECT level, least_upvote_count, document_count FROM current
    ON CONFLICT (level) DO UPDATE
    SET least_upvote_count = excluded.least_upvote_count, document_count = excluded.document_count`);
}

/** A step takes a few milliseconds, so that visitors hardly wait. */
const DOCUMENTS_PER_STEP = 25;

/**
 * Moves search documents to the levels that their upvotes demand, step by step, until the signal is aborted. The next
 * run moves those that are being changed by others.
 */
export async function placeDocuments(db: Db, signal?: AbortSignal): Promise<void> {
  const ids = await listMisplacedDocuments(db);
  for (let from = 0; from < ids.length && !signal?.aborted; from += DOCUMENTS_PER_STEP) {
    // The trigger on this column copies a document into its level.
    await db.execute(sql`
      UPDATE search_documents SET weighing_upvote_count = weighing_upvote_count
      WHERE product_id IN (
        SELECT product_id FROM search_documents
        WHERE product_id = ANY(${sql.param(ids.slice(from, from + DOCUMENTS_PER_STEP))}::bigint[])
        FOR UPDATE SKIP LOCKED
      )`);
  }
}

/** The ids of products whose search documents are in another level than their upvotes demand. */
export async function listMisplacedDocuments(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT DISTINCT product_id AS id FROM (
      SELECT product_id, (
        SELECT min(level) FROM search_levels WHERE least_upvote_count <= ranking_upvote_count
      ) AS level
      FROM product_listings
      WHERE term = 'all'
        AND ranking_upvote_count >= (SELECT min(least_upvote_count) FROM search_levels WHERE level < 4)
    ) AS wanted
    FULL JOIN search_leaders current USING (product_id, level)
    WHERE wanted.level IS NULL OR current.level IS NULL`);
  return rows.map(({ id }) => id);
}
