import { logAction } from '@/server/commands/log-action';
import { FORMER_MEMBER } from '@/lib/contract/plain/site';
import { dropEdit } from '@/server/commands/edits/versions';
import { applyRemoval } from '@/server/commands/decisions/removal';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { canEditProduct, type Viewer } from '@/server/policies/viewer';
import { transferProducts } from '@/server/queries/account/account-deletion';
import { findProductEdit } from '@/server/queries/edits/product-edits';
import { hasContributionsOfOthers, wasRemovedAfterReport } from '@/server/queries/products/removals';
import { deleteProduct, type LockedProduct, updateProduct } from '@/server/queries/products/product-rows';
import { lockProductsWholly } from '@/server/queries/products/product-merges';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { inTransaction } from '@/server/queries/write-conflict';
import { text } from '@/lib/texts/texts';

type WithdrawDeps = Pick<Deps, 'db' | 'env' | 'now'>;

/**
 * Withdraws one of the viewer's products. Safe to repeat while the product can be found.
 *
 * A product that others have contributed to stays: "a former member" becomes its submitter. Otherwise a product that
 * was never approved is deleted, and its URL can be submitted again at once; a product that was approved is removed,
 * its page says so, and its URL can be submitted again after 24 hours. Moderators can restore it for 30 days. The URL of a
 * product that moderators have removed stays taken.
 *
 * @throws ApiError `not_found` when it is not the viewer's.
 */
export async function withdrawProduct(
  { db, env, now }: WithdrawDeps,
  viewer: Viewer,
  id: string,
): Promise<'deleted' | 'removed' | 'detached' | 'kept'> {
  return inTransaction(db, async (tx) => {
    // Also against new upvotes, which would be gone with a product that is deleted.
    const product = (await lockProductsWholly(tx, [id])).get(id);
    if (!product || !canEditProduct(viewer, product)) {
      throw new ApiError('not_found', text('product.notYours', "You don't have this {noun}."));
    }
    const deps = { db: tx, env, now };
    // What is removed stays a row, with all that others have added.
    if (product.status !== 'removed' && (await hasContributionsOfOthers(tx, id, viewer.userId))) {
      await detach(deps, viewer, product);
      return 'detached' as const;
    }
    if (product.approvedAt === null) {
      await deleteProduct(tx, id);
      // Only the submitter and moderators have seen the product, so the log keeps none of its texts.
      await logWithdrawal(deps, viewer, id, {});
      return 'deleted' as const;
    }
    await remove(deps, viewer, product);
    return (await wasRemovedAfterReport(tx, id)) ? ('kept' as const) : ('removed' as const);
  });
}

async function detach({ db, env, now }: WithdrawDeps, viewer: Viewer, product: LockedProduct): Promise<void> {
  const { id, name, slug } = product;
  const edit = await findProductEdit(db, id);
  const isOwnEdit = edit !== undefined && (edit.editorId ?? viewer.userId) === viewer.userId;
  if (isOwnEdit) await dropEdit({ db, env, now }, product, viewer.userId);
  await transferProducts(db, viewer.userId, id);
  await updateProduct(db, id, { updatedAt: now(), ...(isOwnEdit && { editStatus: null }) });
  await refreshSearchDocuments(db, env.fields, [id]);
  // Names no member: the log must not tell whose the product was.
  await logAction(db, FORMER_MEMBER.handle, {
    ...{ action: 'product.detach', subject: { productId: id }, details: { name, slug }, createdAt: now() },
  });
}

async function remove({ db, env, now }: WithdrawDeps, viewer: Viewer, product: LockedProduct): Promise<void> {
  const { id, name, slug, status, withdrawnAt } = product;
  const isRemoved = status === 'removed';
  const isWithdrawable = !isRemoved || (withdrawnAt === null && (await wasRemovedAfterReport(db, id)));
  if (!isWithdrawable) return;
  await dropEdit({ db, env, now }, product, viewer.userId);
  if (!isRemoved) await applyRemoval({ db, now }, product);
  await updateProduct(db, id, { withdrawnAt: now(), updatedAt: now() });
  await refreshSearchDocuments(db, env.fields, [id]);
  await logWithdrawal({ db, now }, viewer, id, { name, slug });
}

async function logWithdrawal(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: Viewer,
  id: string,
  details: Record<string, string>,
): Promise<void> {
  await logAction(db, viewer, {
    ...{ action: 'product.withdraw', subject: { productId: id }, details, createdAt: now() },
  });
}
