import type { ReportInput } from '@/lib/contract/report';
import { sendsEmails } from '@/server/commands/mail-member';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import type { Viewer } from '@/server/policies/viewer';
import { listPublicProductsById } from '@/server/queries/products/products';
import { upsertReport } from '@/server/queries/products/reports';
import { insertDeliveries } from '@/server/queries/webhooks';

type ReportDeps = Pick<Deps, 'db' | 'env' | 'now'>;

/**
 * Reports a public product to the moderators. An open report of the same member about it is replaced; every report of a
 * visitor is a new one.
 *
 * @param viewer undefined for a visitor, whose address is stored until the outcome is sent.
 * @throws ApiError `not_found` when the product has no public page.
 */
export async function reportProduct(
  { db, env, now }: ReportDeps,
  viewer: Pick<Viewer, 'userId'> | undefined,
  productId: string,
  { reason, text, duplicateURL, email }: ReportInput,
): Promise<'new' | 'changed'> {
  const isAnswered = !viewer && email !== '' && sendsEmails(env);
  return db.transaction(async (tx) => {
    const [product] = await listPublicProductsById(tx, [productId]);
    if (!product) throw new ApiError('not_found', `This ${env.siteNoun} isn't listed.`);
    const createdAt = now();
    const isNew = await upsertReport(tx, {
      ...{ productId, reporterId: viewer?.userId ?? null, reason, text, createdAt },
      duplicateURL: reason === 'duplicate' && duplicateURL !== '' ? duplicateURL : null,
      email: isAnswered ? email : null,
    });
    if (isNew) await insertDeliveries(tx, { event: 'product.reported', productId, now: createdAt });
    return isNew ? 'new' : 'changed';
  });
}
