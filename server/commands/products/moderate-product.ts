import type { ProductEvent } from '@/lib/contract/webhook';
import { logAction } from '@/server/commands/log-action';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { type LockedProduct, lockProduct } from '@/server/queries/products/product-rows';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { insertDeliveries } from '@/server/queries/webhooks';
import { inTransaction } from '@/server/queries/write-conflict';
import { text } from '@/lib/texts/texts';

export type ModerationDeps = Pick<Deps, 'db' | 'env' | 'now'>;

type Moderation = {
  action:
    | 'product.discontinue'
    | 'product.relist'
    | 'product.correct'
    | 'product.revert'
    | 'product.accept-site'
    | 'product.follow-site'
    | 'product.restore'
    | 'report.uphold'
    | 'report.dismiss'
    | 'report.remove'
    | 'report.discontinue';
  reason?: string;
  /** What webhooks are told. Null for nothing; absent for `product.changed`. */
  event?: ProductEvent | null;
  /** Changes the product, which is locked. Returns what the moderation log keeps of the change, if anything. */
  apply: (db: Deps['db'], product: LockedProduct) => Promise<object | undefined>;
};

/** @throws ApiError `not_found`, and as `apply`. */
export async function moderateProduct(
  { db, env, now }: ModerationDeps,
  viewer: Viewer,
  id: string,
  { action, reason, event = 'product.changed', apply }: Moderation,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const product = await lockProduct(tx, id);
    if (!product) throw new ApiError('not_found', text('product.noLonger', 'This {noun} no longer exists.'));
    const details = await apply(tx, product);
    await refreshSearchDocuments(tx, env.fields, [id]);
    if (event) await insertDeliveries(tx, { event, productId: id, now: now() });
    await logAction(tx, viewer, {
      action,
      subject: { productId: id },
      details: {
        name: product.name,
        slug: product.slug,
        ...(reason !== undefined && { reason }),
        ...details,
      },
      createdAt: now(),
    });
  });
}
