import type { SearchHit } from '@/lib/contract/search';
import type { Deps } from '@/server/deps';
import { presentSearchHit } from '@/server/search/search-answer';
import { listProductIds, refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { listSearchHits } from '@/server/queries/search/search-products';

/** Products per step: one transaction, short enough for visitors not to notice. */
const productsPerStep = 500;

export type ReindexedBatch = {
  /** Pass it for the next step; null after the last one. */
  lastId: string | null;
  hits: SearchHit[];
};

/**
 * Writes anew what search looks at of the products after an id, and tells what a search would show of them.
 * Safe to repeat, and to leave at any step.
 */
export async function reindexBatch(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  afterId: string,
): Promise<ReindexedBatch> {
  const ids = await listProductIds(db, afterId, productsPerStep);
  if (ids.length === 0) return { lastId: null, hits: [] };
  await db.transaction((transaction) => refreshSearchDocuments(transaction, ids));
  const hits = (await listSearchHits(db, ids)).map((row) => presentSearchHit(row, env));
  return { lastId: ids.at(-1) ?? null, hits };
}
