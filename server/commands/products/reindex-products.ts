import type { SearchRecord } from '@/lib/contract/search';
import type { Deps } from '@/server/deps';
import { facetKeysOf } from '@/server/fields/field';
import { presentSearchHit } from '@/server/search/search-answer';
import { listProductIds, refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { listSearchHits } from '@/server/queries/search/search-hits';

/** Products per batch: one transaction, short enough not to delay visitors noticeably. */
const productsPerBatch = 500;

export type ReindexedBatch = {
  /** Pass it to get the next batch. Null after the last one. */
  lastId: string | null;
  hits: SearchRecord[];
};

/**
 * Rebuilds the search documents of a batch of products after an id, and returns their search hits. Safe to repeat and
 * to stop after any batch.
 */
export async function reindexBatch(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  afterId: string,
): Promise<ReindexedBatch> {
  const ids = await listProductIds(db, afterId, productsPerBatch);
  if (ids.length === 0) return { lastId: null, hits: [] };
  await db.transaction((transaction) => refreshSearchDocuments(transaction, env.fields, ids));
  const hits = (await listSearchHits(db, ids, facetKeysOf(env.fields))).map((row) =>
    presentSearchHit(row, env),
  );
  return { lastId: ids.at(-1) ?? null, hits };
}
