import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchRecord } from '@/lib/contract/search';
import type { Deps } from '@/server/deps';
import { facetKeysOf } from '@/server/fields/field';
import { presentSearchHit } from '@/server/search/search-answer';
import {
  listProductIds,
  mergeSearchIndex,
  refreshSearchDocuments,
  rewriteSearchDocuments,
} from '@/server/queries/search/search-documents';
import { listSearchHits } from '@/server/queries/search/search-hits';
import { advanceSearchRewrite, lockSearchRewrite } from '@/server/queries/search/search-outbox';
import { retryConflicts } from '@/server/queries/write-conflict';

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

/** Visitors wait for one step at most: about 50 ms on the embedded database. */
const productsPerStep = 25;
const PAUSE_MS_MAX = 250;
/** New words wait in a list that every search reads. */
const stepsPerIndexMerge = 20;

/** Writes all search documents again after a migration that lets products be found by other words. Goes on where it was stopped. */
export async function rewriteStaleDocuments(
  deps: Pick<Deps, 'db' | 'env'>,
  signal: AbortSignal,
): Promise<void> {
  for (let steps = 1; !signal.aborted; steps += 1) {
    const startedAtMs = performance.now();
    const isDone = !(await retryConflicts(() => rewriteNext(deps)));
    if (isDone ? steps > 1 : steps % stepsPerIndexMerge === 0) await mergeSearchIndex(deps.db);
    if (isDone) return;
    await sleep(Math.min(performance.now() - startedAtMs, PAUSE_MS_MAX));
  }
}

/** @returns false when no documents wait, or another process writes them. */
const rewriteNext = ({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<boolean> =>
  db.transaction(async (tx) => {
    const rewrite = await lockSearchRewrite(tx);
    if (!rewrite) return false;
    const ids = await listProductIds(tx, rewrite.doneTo, productsPerStep);
    await rewriteSearchDocuments(tx, env.fields, ids);
    await advanceSearchRewrite(tx, rewrite, ids.at(-1) ?? null);
    return true;
  });
