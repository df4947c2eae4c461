import type { Deps } from '@/server/deps';
import { listVerifiedClaimsOf, lockClaim, updateClaim } from '@/server/queries/products/claims';
import { lockProduct } from '@/server/queries/products/submissions';
import { LAPSED, logClaim } from './claim-product';

/** Ends the verified claims of a locked member who is banned or leaves, with a log entry for each claim. */
export async function lapseClaimsOf({ db, now }: Pick<Deps, 'db' | 'now'>, memberId: string): Promise<void> {
  for (const { id, productId } of await listVerifiedClaimsOf(db, memberId)) {
    const product = await lockProduct(db, productId);
    const claim = await lockClaim(db, id);
    if (!product || !claim?.verifiedAt) continue;
    await updateClaim(db, id, LAPSED);
    await logClaim({ db, now }, product, { action: 'claim.lapse', host: claim.host });
  }
}
