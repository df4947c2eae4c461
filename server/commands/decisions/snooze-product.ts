import { logAction } from '@/server/commands/log-action';
import { DAY_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { snoozeQueueEntry } from '@/server/queries/queue/queue-entries';
import { lockProduct } from '@/server/queries/products/product-rows';

/**
 * Hides a pending product from the queue for some days, or shows it again. The log has an entry for it.
 *
 * @throws ApiError `not_found` when the product was withdrawn, `conflict` when it is not pending.
 */
export async function snoozeProduct(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  viewer: Pick<Viewer, 'userId'>,
  id: string,
  days: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const product = await lockProduct(tx, id);
    if (!product) throw new ApiError('not_found', `This ${env.siteNoun} is gone.`);
    const { name, slug, reviewStatus } = product;
    if (reviewStatus !== 'pending') throw new ApiError('conflict', `${name} isn't in the queue any more.`);
    const until = days === 0 ? null : new Date(now().getTime() + days * DAY_MS);
    await snoozeQueueEntry(tx, id, until);
    await logAction(tx, viewer, {
      action: 'product.snooze',
      subject: { productId: id },
      details: { name, slug, until: until && until.toISOString() },
      createdAt: now(),
    });
  });
}
