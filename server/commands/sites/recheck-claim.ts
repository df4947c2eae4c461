import { CLAIM_LIMITS } from '@/lib/contract/claim';
import { REMOVAL_LIMITS } from '@/lib/contract/report';
import { DAY_MS, formatInstant, MINUTE_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import { type ClaimRow, leaseDueClaim, updateClaim } from '@/server/queries/products/claims';
import type { LockedProduct } from '@/server/queries/products/product-rows';
import { findTexts } from '@/server/queries/edits/product-edits';
import { abortAfter } from '@/server/web/fetch-limits';
import { claimableHost } from '@/server/web/shared-hosts';
import { changeClaim, type ClaimDeps, LAPSED, logClaim, PROOF_MS_MAX, prove } from './claim-product';
import { productPathFor } from '@/lib/contract/plain/site';
import { mailMember } from '@/server/commands/mail-member';
import { hostOfURL, shownHost } from '@/server/text/shown-host';
import { t } from '@/lib/texts/texts';

/** Longer than a check takes. */
const leaseMs = 5 * MINUTE_MS;

/**
 * Looks again for the proof of one verified claim that is due. Without the proof twice in a row, or when the product has
 * another host, the claim lapses, the log has a row, and the member gets an email. The check waits while the product is not
 * listed but moderators can restore the product. When they can no longer restore the product, the claim lapses, too.
 *
 * @returns false when none is due.
 */
export async function recheckNextClaim(
  deps: ClaimDeps & Pick<Deps, 'logger'>,
  stopping: AbortSignal,
): Promise<boolean> {
  const { db, now } = deps;
  const due = await leaseDueClaim(db, { now: now(), leasedUntil: new Date(now().getTime() + leaseMs) });
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

async function recheck(deps: ClaimDeps, claim: ClaimRow, stopping: AbortSignal): Promise<void> {
  const { db, now } = deps;
  const found = await findTexts(db, claim.productId);
  const claimable = found && claimableHost(found.texts.url);
  const isSame = claimable !== undefined && !('problem' in claimable) && claimable.host === claim.host;
  const signal = abortAfter(PROOF_MS_MAX, stopping);
  const method = isSame ? await prove(deps, { ...claimable, token: claim.token }, signal) : undefined;
  if (stopping.aborted) return;
  await changeClaim(deps, claim, async (tx, { claim: locked, product }) => {
    // The member has verified or ended the claim during the check.
    if (!locked.verifiedAt || locked.host !== claim.host) return;
    const inDays = (days: number) => new Date(now().getTime() + days * DAY_MS);
    // Not a failure: its site may be as it was when the product is listed again.
    if (mayReturn(product, now()) || (!found && product.status === 'approved')) {
      return updateClaim(tx, claim.id, { checkDueAt: inDays(CLAIM_LIMITS.retryDays) });
    }
    if (method && hostOfURL(product.url) === locked.host) {
      return updateClaim(tx, claim.id, {
        ...{ method, failureCount: 0, checkDueAt: inDays(CLAIM_LIMITS.checkDays) },
      });
    }
    const failureCount = locked.failureCount + 1;
    if (isSame && failureCount < CLAIM_LIMITS.failuresMax) {
      const checkDueAt = inDays(CLAIM_LIMITS.retryDays);
      await updateClaim(tx, claim.id, { failureCount, checkDueAt });
      return mailClaim(
        { ...deps, db: tx },
        { memberId: locked.memberId, host: locked.host, product, checkDueAt },
      );
    }
    await updateClaim(tx, claim.id, LAPSED);
    await logClaim({ ...deps, db: tx }, product, { action: 'claim.lapse', host: locked.host });
    await mailClaim({ ...deps, db: tx }, { memberId: locked.memberId, host: locked.host, product });
  });
}

const mayReturn = ({ status, removedAt }: LockedProduct, now: Date): boolean =>
  status === 'removed'
    ? removedAt !== null && removedAt.getTime() > now.getTime() - REMOVAL_LIMITS.restoreDays * DAY_MS
    : status !== 'approved';

type Told = {
  memberId: string;
  host: string;
  product: { name: string; slug: string };
  /** When the proof is looked for again. Absent: the member is no longer a verified owner. */
  checkDueAt?: Date;
};

/**
 * Tells a verified owner by email that the proof is missing, or that the verification has ended, on a site that sends
 * emails. Call it in the transaction of the change.
 */
export async function mailClaim(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  { memberId, host: verifiedHost, product: { name, slug }, checkDueAt }: Told,
): Promise<void> {
  const { siteNoun, siteURL } = deps.env;
  const host = shownHost(verifiedHost);
  const page = siteURL + productPathFor(siteNoun, slug);
  const { subject, sentence, rest } = checkDueAt
    ? {
        subject: t('mail.proofMissing.subject', "We can't find your proof for {host}", { host }),
        sentence: t(
          'mail.proofMissing.intro',
          "We looked for the proof that you run {host}, and didn't find it. We'll look again on {moment}. If it's missing then, you're no longer the verified owner of {host} on {siteName}.",
          { host, moment: formatInstant(checkDueAt) },
        ),
        rest: t('mail.proofMissing.page', 'Under “Claim”, the page shows what to publish, and where:'),
      }
    : {
        subject: t('mail.claimEnded.subject', "You're no longer the verified owner of {host}", { host }),
        sentence: t(
          'mail.claimEnded.intro',
          "Your verification for {name} on {siteName} has ended: either the proof on {host} was missing twice, or {name} isn't listed with {host} any more.",
          { name, host },
        ),
        rest: t('mail.claimEnded.page', 'You can claim it again at any time:'),
      };
  const why = t('mail.why.claimed', 'You get this email because you claimed this {noun} on {siteName}.');
  await mailMember(deps, memberId, { subject, paragraphs: [sentence, rest, page, why] });
}
