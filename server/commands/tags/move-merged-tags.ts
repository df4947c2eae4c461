import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '@/server/deps';
import { noteContentChanges, noteSiteChange } from '@/server/queries/public-changes';
import { mergeSearchIndex, writeSearchDocuments } from '@/server/queries/search/search-documents';
import {
  advanceTagRefresh,
  deleteStrays,
  findStrayTag,
  findTagRefresh,
  finishMerge,
  listProductIdsOfTag,
  lockProductsOfMerge,
  lockTaggedProducts,
  lockTargetOfTag,
  lockUnfinishedMerge,
  moveTagOfProducts,
  returnTagOfProducts,
} from '@/server/queries/tags/moved-tags';
import { retryConflicts } from '@/server/queries/write-conflict';

type MoveDeps = Pick<Deps, 'db' | 'env'>;

/** Visitors wait for one step at most: about 50 ms on the embedded database. */
const productsPerStep = 25;
const PAUSE_MS_MAX = 250;
/** New words wait in a list that every search reads. */
const stepsPerIndexMerge = 20;

export async function moveMergedTags(deps: MoveDeps, signal: AbortSignal): Promise<void> {
  let steps = 0;
  for (const take of [moveNext, foldNext, refreshNext]) {
    for (;;) {
      const startedAtMs = performance.now();
      if (signal.aborted || !(await retryConflicts(() => take(deps)))) break;
      steps += 1;
      if (steps % stepsPerIndexMerge === 0) await mergeSearchIndex(deps.db);
      // A request has several transactions. Without pauses, each of them would wait for a step of the merge.
      await sleep(Math.min(performance.now() - startedAtMs, PAUSE_MS_MAX));
    }
  }
  if (steps > 0) await mergeSearchIndex(deps.db);
}

/** @returns false when no merge has products left. */
async function moveNext({ db, env }: MoveDeps): Promise<boolean> {
  return db.transaction(async (tx) => {
    const merge = await lockUnfinishedMerge(tx);
    if (!merge) return false;
    const ids = await lockProductsOfMerge(tx, merge, productsPerStep);
    if (ids.length === 0) {
      await finishMerge(tx, merge);
      await noteSiteChange(tx);
      return true;
    }
    await (merge.state === 'moving' ? moveTagOfProducts : returnTagOfProducts)(tx, merge, ids);
    await writeSearchDocuments(tx, env.fields, ids);
    return true;
  });
}

/**
 * Gives the target tag to products that got a merged tag after the merge, one merge of a chain at a time, and removes
 * hidden tags from the search. Builds without merges attach and index such tags during an upgrade.
 *
 * @returns false when no product has such a tag.
 */
async function foldNext({ db, env }: MoveDeps): Promise<boolean> {
  return db.transaction(async (tx) => {
    const stray = await findStrayTag(tx, productsPerStep);
    if (!stray) return false;
    await lockTaggedProducts(tx, stray.productIds);
    const target = await lockTargetOfTag(tx, stray.id);
    if (target) await moveTagOfProducts(tx, target, stray.productIds);
    await writeSearchDocuments(tx, env.fields, stray.productIds);
    await noteContentChanges(tx, stray.productIds);
    await deleteStrays(tx, stray);
    return true;
  });
}

/** @returns false when the search knows all products under the present names of their tags. */
async function refreshNext({ db, env }: MoveDeps): Promise<boolean> {
  return db.transaction(async (tx) => {
    const refresh = await findTagRefresh(tx);
    if (!refresh) return false;
    const ids = await listProductIdsOfTag(tx, refresh, productsPerStep);
    const last = ids.at(-1);
    if (last === undefined) await noteSiteChange(tx);
    else await writeSearchDocuments(tx, env.fields, ids);
    await advanceTagRefresh(tx, refresh, last);
    return true;
  });
}
