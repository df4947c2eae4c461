import type { Deps } from '@/server/deps';
import {
  listHeldClaimsOf,
  listVerifiedClaimsOf,
  lockClaim,
  updateClaim,
} from '@/server/queries/products/claims';
import { lockProduct } from '@/server/queries/products/submissions';
import { LAPSED, logClaim } from './claim-product';

type ClaimDeps = Pick<Deps, 'db' | 'now'>;

/**
 * Ends the verified claims of a locked member who is banned or leaves, with a log entry for each claim.
 *
 * @param isHeld the end of the ban returns them: see `returnClaimsOf`.
 */
export async function lapseClaimsOf(
  { db, now }: ClaimDeps,
  memberId: string,
  { isHeld = false } = {},
): Promise<void> {
  for (const { id, productId } of await listVerifiedClaimsOf(db, memberId)) {
    const product = await lockProduct(db, productId);
    const claim = await lockClaim(db, id);
    if (!product || !claim?.verifiedAt) continue;
    const held = { heldVerifiedAt: claim.verifiedAt, heldMethod: claim.method };
    await updateClaim(db, id, { ...LAPSED, ...(isHeld && held) });
    await logClaim({ db, now }, product, { action: 'claim.lapse', host: claim.host });
  }
}

/**
 * Returns to a locked member the claims that a ban has ended, with a log entry for each claim. The proofs are due to be checked again at
 * once: the site may have changed hands meanwhile.
 */
export async function returnClaimsOf({ db, now }: ClaimDeps, memberId: string): Promise<void> {
  for (const { id, productId } of await listHeldClaimsOf(db, memberId)) {
    const product = await lockProduct(db, productId);
    const claim = await lockClaim(db, id);
    if (!product || !claim?.heldVerifiedAt) continue;
    const isReturned = claim.verifiedAt === null && claim.withdrawnAt === null;
    const returned = { verifiedAt: claim.heldVerifiedAt, method: claim.heldMethod, checkDueAt: now() };
    await updateClaim(db, id, { heldVerifiedAt: null, heldMethod: null, ...(isReturned && returned) });
    if (isReturned) await logClaim({ db, now }, product, { action: 'claim.verify', host: claim.host });
  }
}
