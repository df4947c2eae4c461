import { CLAIM_LIMITS } from '@/lib/contract/claim';
import { DAY_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import { lockClaim, takeDueClaim, updateClaim } from '@/server/queries/products/claims';
import { findTexts } from '@/server/queries/edits/product-texts';
import { abortAfter } from '@/server/web/fetch-limits';
import { claimableHost } from '@/server/web/shared-hosts';
import { changeClaim, type ClaimDeps, hostOf, LAPSED, logClaim, PROOF_MS_MAX, prove } from './claim-product';
import { mailClaim } from './mail-claim';

/** Longer than a check takes. */
const leaseMs = 5 * MINUTE_MS;

/**
 * Looks once more for the proof of one verified claim that is due. Without it twice in a row, or when the product has another
 * host or is not listed any more, the claim lapses, the log has a row, and the member gets an email.
 *
 * @returns false when none is due.
 */
export async function recheckNextClaim(
  deps: ClaimDeps & Pick<Deps, 'logger'>,
  stopping: AbortSignal,
): Promise<boolean> {
  const { db, now } = deps;
  const due = await takeDueClaim(db, { now: now(), claimedUntil: new Date(now().getTime() + leaseMs) });
  if (!due) return false;
  try {
    await recheck(deps, due, stopping);
  } catch (error) {
    if (stopping.aborted) return false;
    deps.logger.error(
      { err: error, product: due.productId },
      'A claim could not be checked. It is repeated later.',
    );
  }
  return true;
}

async function recheck(
  deps: ClaimDeps,
  due: { id: string; productId: string },
  stopping: AbortSignal,
): Promise<void> {
  const { db, now } = deps;
  const [found, claim] = [await findTexts(db, due.productId), await lockClaim(db, due.id)];
  if (!claim) return;
  const claimable = found && claimableHost(found.texts.url);
  const isSame = claimable !== undefined && !('problem' in claimable) && claimable.host === claim.host;
  const signal = abortAfter(PROOF_MS_MAX, stopping);
  const method = isSame ? await prove(deps, { ...claimable, token: claim.token }, signal) : undefined;
  if (stopping.aborted) return;
  await changeClaim(deps, due, async (tx, { claim: locked, product }) => {
    // The member has verified or ended the claim during the check.
    if (!locked.verifiedAt || locked.host !== claim.host) return;
    const inDays = (days: number) => new Date(now().getTime() + days * DAY_MS);
    if (method && hostOf(product) === locked.host) {
      return updateClaim(tx, due.id, {
        ...{ method, failureCount: 0, checkDueAt: inDays(CLAIM_LIMITS.checkDays) },
      });
    }
    const failureCount = locked.failureCount + 1;
    if (isSame && failureCount < CLAIM_LIMITS.failuresMax) {
      const checkDueAt = inDays(CLAIM_LIMITS.retryDays);
      await updateClaim(tx, due.id, { failureCount, checkDueAt });
      return mailClaim(
        { ...deps, db: tx },
        { memberId: locked.memberId, host: locked.host, product, checkDueAt },
      );
    }
    await updateClaim(tx, due.id, LAPSED);
    await logClaim({ ...deps, db: tx }, product, { action: 'claim.lapse', host: locked.host });
    await mailClaim({ ...deps, db: tx }, { memberId: locked.memberId, host: locked.host, product });
  });
}
