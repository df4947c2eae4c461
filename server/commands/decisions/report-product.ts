import type { ReportInput } from '@/lib/contract/report';
import { countEmailTo } from '@/server/commands/count-email';
import { sendsEmails } from '@/server/commands/mail-member';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { listPublicProductsById } from '@/server/queries/products/products';
import { upsertReport } from '@/server/queries/products/reports';
import { insertDeliveries } from '@/server/queries/webhooks';

type ReportDeps = Pick<Deps, 'db' | 'env' | 'now' | 'rateLimits'>;

/**
 * Reports a public product to the moderators. An open report of the same member about it is replaced; every report of a
 * visitor is a new one.
 *
 * @param viewer undefined for a visitor, whose email is stored until the outcome is sent, of five reports a day at most.
 * @throws ApiError `not_found` when the product has no public page.
 */
export async function reportProduct(
  { db, env, now, rateLimits }: ReportDeps,
  viewer: Pick<Viewer, 'userId'> | undefined,
  productId: string,
  { reason, text, duplicateURL, email }: ReportInput,
): Promise<'new' | 'changed'> {
  return db.transaction(async (tx) => {
    const [product] = await listPublicProductsById(tx, [productId]);
    if (!product) throw new ApiError('not_found', `This ${env.siteNoun} isn't listed.`);
    const createdAt = now();
    const isAnswered =
      !viewer &&
      email !== '' &&
      sendsEmails(env) &&
      (await countEmailTo({ db: tx, rateLimits }, 'reportByRecipient', email)).isWithin;
    const isNew = await upsertReport(tx, {
      ...{ productId, reporterId: viewer?.userId ?? null, reason, text, createdAt },
      duplicateURL: reason === 'duplicate' && duplicateURL !== '' ? duplicateURL : null,
      email: isAnswered ? email : null,
    });
    if (isNew) await insertDeliveries(tx, { event: 'product.reported', productId, now: createdAt });
    return isNew ? 'new' : 'changed';
  });
}
