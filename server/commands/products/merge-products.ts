import { logAction } from '@/server/commands/log-action';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { MERGE_LIMITS } from '@/lib/contract/merge';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import {
  deleteMerge,
  findLaterMerge,
  findProducts,
  insertMerge,
  lockMerge,
  lockProductsWholly,
  moveReferences,
  returnReferences,
} from '@/server/queries/products/product-merges';
import { findProductEdit } from '@/server/queries/edits/product-edits';
import { type LockedProduct, updateProduct } from '@/server/queries/products/product-rows';
import { updateTagCountsOfProduct } from '@/server/queries/products/tags';
import {
  countCommonReactions,
  moveReactions,
  returnReactions,
} from '@/server/queries/reactions/merged-reactions';
import { rankingAccountsCreatedUntil } from '@/server/queries/reactions/upvotes';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { inLongTransaction } from '@/server/queries/write-conflict';
import { say, type Text, text } from '@/lib/texts/texts';

type MergeDeps = Pick<Deps, 'db' | 'env' | 'now'>;
type Pair = { id: string; intoId: string };

/**
 * Merges a duplicate into another listed product. Slugs, upvotes, bookmarks, alternatives and successors of the duplicate
 * become the target's; of a member who has reacted to both, one reaction stays, with the earlier date. Texts, images,
 * values and tags of the target stay. The duplicate leaves every list; its page leads to the target.
 *
 * @returns the id of the merge.
 * @throws ApiError `not_found`; `bad_request` for a product itself; `conflict` when one of both is not listed, or the
 *   duplicate has an edit in the queue.
 */
export async function mergeProduct(deps: MergeDeps, viewer: Viewer, pair: Pair): Promise<string> {
  const { env, now } = deps;
  return inLongTransaction(deps.db, async (tx) => {
    const { source, target } = requireMergeable(pair, await lockProductsWholly(tx, [pair.id, pair.intoId]));
    const mergeId = await insertMerge(tx, {
      sourceId: source.id,
      targetId: target.id,
      moderatorId: viewer.userId,
      createdAt: now(),
      sourceStatus: source.status,
      sourceUpvoteCount: source.upvoteCount,
      targetUpvoteCount: target.upvoteCount,
    });
    const merge = { id: mergeId, sourceId: source.id, targetId: target.id };
    if (source.status === 'approved') await updateTagCountsOfProduct(tx, source.id, -1);
    await moveReactions(tx, merge, rankingAccountsCreatedUntil(now()));
    await moveReferences(tx, merge);
    await updateProduct(tx, source.id, {
      ...{ status: 'removed', editStatus: null, removedAt: now(), updatedAt: now() },
    });
    // The caches of all pages of the target have to learn of it.
    await updateProduct(tx, target.id, { updatedAt: now() });
    await refreshSearchDocuments(tx, env.fields, [source.id, target.id]);
    await log(tx, viewer, { action: 'product.merge', source, target, at: now() });
    return mergeId;
  });
}

/**
 * Undoes a merge of the last 30 days: both products are as they were before, apart from what has happened to the target
 * since. An upvote or bookmark of the source that its member has taken back since stays away from both. Upvotes and
 * bookmarks that other members have given or taken back since stay so. Changed texts, images and successors stay.
 *
 * @throws ApiError `not_found` for a merge that is older or was undone; `conflict` while the target has a later merge.
 */
export async function undoMerge(deps: MergeDeps, viewer: Viewer, id: string): Promise<void> {
  const { env, now } = deps;
  await inLongTransaction(deps.db, async (tx) => {
    const found = await lockMerge(tx, id);
    if (!found || found.createdAt.getTime() <= now().getTime() - MERGE_LIMITS.undoDays * DAY_MS) {
      throw new ApiError('not_found', text('merge.undoTooLate', 'This merge can no longer be undone.'));
    }
    const { sourceId, targetId, sourceStatus } = found;
    const locked = await lockProductsWholly(tx, [sourceId, targetId]);
    const [source, target] = [locked.get(sourceId), locked.get(targetId)];
    if (!source || !target) throw new Error(`A product of the merge ${id} is gone without the merge`);
    const later = await findLaterMerge(tx, found);
    if (later) {
      throw new ApiError(
        'conflict',
        text('merge.laterProductMerge', '{name} was merged later. Undo that merge first.' /* a product */, {
          name: later.sourceName,
        }),
      );
    }
    await returnReactions(tx, found, rankingAccountsCreatedUntil(now()));
    await returnReferences(tx, found);
    const edit = await findProductEdit(tx, sourceId);
    await updateProduct(tx, sourceId, {
      ...{ status: sourceStatus, editStatus: edit ? 'rejected' : null, removedAt: null, updatedAt: now() },
    });
    await updateProduct(tx, targetId, { updatedAt: now() });
    if (sourceStatus === 'approved') await updateTagCountsOfProduct(tx, sourceId, 1);
    await deleteMerge(tx, id);
    await refreshSearchDocuments(tx, env.fields, [sourceId, targetId]);
    await log(tx, viewer, { action: 'product.unmerge', source, target, at: now() });
  });
}

/** What a merge would do to the counts. @throws ApiError as `mergeProduct`. */
export async function previewMerge({ db }: Pick<MergeDeps, 'db'>, pair: Pair) {
  const products = await findProducts(db, [pair.id, pair.intoId]);
  const { source, target } = requireMergeable(pair, products);
  const common = await countCommonReactions(db, [source.id, target.id]);
  const counts = (ofSource: number, ofTarget: number, inCommon: number) => ({
    source: ofSource,
    target: ofTarget,
    after: Math.max(ofSource + ofTarget - inCommon, 0),
  });
  return {
    upvotes: counts(source.upvoteCount, target.upvoteCount, common.upvotes),
    bookmarks: counts(source.bookmarkCount, target.bookmarkCount, common.bookmarks),
  };
}

type MergeableSource = LockedProduct & { status: 'approved' | 'discontinued' };

function requireMergeable(
  { id, intoId }: Pair,
  products: ReadonlyMap<string, LockedProduct>,
): { source: MergeableSource; target: LockedProduct } {
  if (id === intoId) refuse(text('merge.chooseAnother', 'Choose another {noun}.'));
  const [source, target] = [products.get(id), products.get(intoId)];
  if (!source) throw new ApiError('not_found', text('product.noLonger', 'This {noun} no longer exists.'));
  if (!target) refuse(text('merge.targetGone', 'That {noun} no longer exists.'));
  const { status, name } = source;
  if (status !== 'approved' && status !== 'discontinued') {
    throw new ApiError(
      'conflict',
      text('merge.sourceNotListed', "{name} isn't listed, so it can't be merged.", { name }),
    );
  }
  if (target.status !== 'approved') {
    throw new ApiError(
      'conflict',
      text('merge.targetNotListed', "{name} isn't listed, so nothing can be merged into it.", {
        name: target.name,
      }),
    );
  }
  if (source.editStatus === 'pending') {
    throw new ApiError(
      'conflict',
      text('product.editWaits', '{name} has an edit in the queue. Decide on that first.', { name }),
    );
  }
  return { source: { ...source, status }, target };
}

function refuse(message: Text): never {
  throw new ApiError('bad_request', message, { fields: { intoId: say(message) } });
}

type LogEntry = {
  action: 'product.merge' | 'product.unmerge';
  source: LockedProduct;
  target: LockedProduct;
  at: Date;
};

async function log(db: Deps['db'], viewer: Viewer, { action, source, target, at }: LogEntry): Promise<void> {
  await logAction(db, viewer, {
    ...{ action, subject: { productId: target.id }, createdAt: at },
    details: { name: target.name, slug: target.slug, duplicate: source.name, duplicateSlug: source.slug },
  });
}
