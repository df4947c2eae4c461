import { ACTORS, logAction } from '@/server/commands/log-action';
import { randomBytes } from 'node:crypto';
import { CLAIM_LIMITS } from '@/lib/contract/claim';
import { DAY_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { requireStandingNow } from '@/server/commands/account/require-standing';
import type { Viewer } from '@/server/policies/viewer';
import {
  type ClaimRow,
  deleteClaim,
  findClaim,
  findClaimById,
  insertClaim,
  lockClaim,
  updateClaim,
  upsertWithdrawnClaim,
  listHeldClaimsOf,
  listVerifiedClaimsOf,
} from '@/server/queries/products/claims';
import { findTexts } from '@/server/queries/edits/product-edits';
import { type LockedProduct, lockProduct } from '@/server/queries/products/product-rows';
import { inTransaction } from '@/server/queries/write-conflict';
import { hostOfURL } from '@/server/text/shown-host';
import { claimableHost } from '@/server/web/shared-hosts';
import { FETCH_LIMITS } from '@/server/web/fetch-limits';
import { findProof } from '@/server/web/find-proof';
import { shownHost } from '@/server/text/shown-host';
import { text } from '@/lib/texts/texts';

export type ClaimDeps = Pick<Deps, 'db' | 'env' | 'now' | 'fetchPage' | 'resolveText' | 'textWorkers'>;

const newClaimToken = () => randomBytes(24).toString('base64url');

/** The page, the file and the name servers, one after the other. */
export const PROOF_MS_MAX = 2 * FETCH_LIMITS.ms;

/** What can be claimed of a listed product. @throws ApiError `not_found`. */
export async function readClaimable({ db }: Pick<ClaimDeps, 'db' | 'env'>, productId: string) {
  const found = await findTexts(db, productId);
  if (!found) throw new ApiError('not_found', text('product.notListed', "This {noun} isn't listed."));
  return claimableHost(found.texts.url);
}

function requireClaimable(claimable: ReturnType<typeof claimableHost>) {
  if ('problem' in claimable) throw new ApiError('bad_request', claimable.problem);
  return claimable;
}

/**
 * Gives the viewer a token to publish on the site of a listed product. Safe to repeat.
 *
 * @throws ApiError `not_found`; `bad_request` for a host that many people share.
 */
export async function startClaim(deps: ClaimDeps, viewer: Viewer, productId: string): Promise<void> {
  const { host } = requireClaimable(await readClaimable(deps, productId));
  await insertClaim(deps.db, {
    ...{ productId, memberId: viewer.userId, host, createdAt: deps.now() },
    token: newClaimToken(),
  });
}

/**
 * Looks for the viewer's token on the site of a product, and verifies the claim. Safe to repeat.
 *
 * @throws ApiError `not_found` without a claim; `bad_request` as `startClaim`; `conflict` when the token is not there, or a
 *   moderator has withdrawn the claim; `forbidden` when the viewer was banned or suspended during the check of the site.
 */
export async function verifyClaim(deps: ClaimDeps, viewer: Viewer, productId: string): Promise<void> {
  const claimable = requireClaimable(await readClaimable(deps, productId));
  const { host } = claimable;
  const claim = await findClaim(deps.db, { productId, memberId: viewer.userId });
  if (!claim) throw new ApiError('not_found', text('claim.none', "You haven't claimed this site."));
  if (claim.withdrawnAt)
    throw new ApiError(
      'conflict',
      text('claim.withdrawnByModerator', 'A moderator has withdrawn your claim.'),
    );
  const method = await prove(deps, { ...claimable, token: claim.token }, AbortSignal.timeout(PROOF_MS_MAX));
  if (!method) {
    throw new ApiError(
      'conflict',
      text('claim.tokenNotFound', "We couldn't find your token at {host}. A DNS record may take an hour.", {
        host: shownHost(host),
      }),
    );
  }
  const change = async (tx: Deps['db'], { claim: locked, product }: LockedClaim) => {
    if (locked.withdrawnAt)
      throw new ApiError(
        'conflict',
        text('claim.withdrawnByModerator', 'A moderator has withdrawn your claim.'),
      );
    if (hostOfURL(product.url) !== host)
      throw new ApiError(
        'conflict',
        text('claim.linkChanged', 'The link has changed since you started the check. Please try again.'),
      );
    const at = deps.now();
    const checkDueAt = new Date(at.getTime() + CLAIM_LIMITS.checkDays * DAY_MS);
    const wasVerified = locked.verifiedAt !== null && locked.host === host;
    const verifiedAt = wasVerified ? locked.verifiedAt : at;
    await updateClaim(tx, claim.id, { host, method, verifiedAt, checkDueAt, failureCount: 0 });
    if (!wasVerified) await logClaim({ ...deps, db: tx }, product, { action: 'claim.verify', host, viewer });
  };
  await inTransaction(deps.db, async (tx) => {
    await requireStandingNow({ db: tx, now: deps.now }, viewer);
    await changeLocked(tx, claim, change);
  });
}

/** Gives up a claim. Safe to repeat. */
export async function endClaim(deps: ClaimDeps, viewer: Viewer, productId: string): Promise<void> {
  const claim = await findClaim(deps.db, { productId, memberId: viewer.userId });
  if (!claim) return;
  await changeClaim(deps, claim, async (tx, { claim: locked, product }) => {
    await deleteClaim(tx, claim.id);
    if (!locked.verifiedAt) return;
    await logClaim({ ...deps, db: tx }, product, { action: 'claim.lapse', host: locked.host, viewer });
  });
}

/** Ends a verified claim for good. @throws ApiError `not_found` when it is not verified. */
export async function withdrawClaim(deps: ClaimDeps, viewer: Viewer, id: string): Promise<void> {
  const claim = await findClaimById(deps.db, id);
  if (!claim) throw new ApiError('not_found', text('claim.gone', 'This claim no longer exists.'));
  await changeClaim(deps, claim, async (tx, { claim: locked, product }) => {
    if (!locked.verifiedAt)
      throw new ApiError('not_found', text('claim.ended', 'This claim has ended already.'));
    await updateClaim(tx, id, { verifiedAt: null, checkDueAt: null, withdrawnAt: deps.now() });
    await logClaim({ ...deps, db: tx }, product, { action: 'claim.withdraw', host: locked.host, viewer });
  });
}

type Claimed = { host: string; names: readonly string[]; isFrontPage: boolean; token: string };

export const prove = (
  { fetchPage, resolveText, textWorkers }: Pick<ClaimDeps, 'fetchPage' | 'resolveText' | 'textWorkers'>,
  claimed: Claimed,
  signal: AbortSignal,
) =>
  findProof(
    { fetchPage, resolveText, readTokens: (page) => textWorkers.readProofTokens(page) },
    claimed,
    signal,
  );

type LockedClaim = { claim: ClaimRow; product: LockedProduct };

/** Changes a claim whose product and row are locked. Does nothing if the claim is gone. */
export async function changeClaim(
  { db }: Pick<ClaimDeps, 'db'>,
  { id, productId }: Pick<ClaimRow, 'id' | 'productId'>,
  change: (tx: Deps['db'], locked: LockedClaim) => Promise<void>,
): Promise<void> {
  await inTransaction(db, (tx) => changeLocked(tx, { id, productId }, change));
}

async function changeLocked(
  tx: Deps['db'],
  { id, productId }: Pick<ClaimRow, 'id' | 'productId'>,
  change: (tx: Deps['db'], locked: LockedClaim) => Promise<void>,
): Promise<void> {
  const product = await lockProduct(tx, productId);
  const claim = product && (await lockClaim(tx, id));
  if (claim) await change(tx, { claim, product });
}

export const LAPSED = { verifiedAt: null, method: null, checkDueAt: null, failureCount: 0 };

type ClaimEntry = {
  action: 'claim.verify' | 'claim.lapse' | 'claim.withdraw';
  host: string;
  /** Absent for what the site itself has found. */
  viewer?: Viewer;
};

export async function logClaim(
  { db, now }: Pick<ClaimDeps, 'db' | 'now'>,
  { id, name, slug }: LockedProduct,
  { action, host, viewer }: ClaimEntry,
): Promise<void> {
  await logAction(db, viewer ?? ACTORS.site, {
    ...{ action, subject: { productId: id }, details: { name, slug, host }, createdAt: now() },
  });
}

/**
 * Ends the verified claims of a locked member who is banned or leaves, with a log entry for each claim.
 *
 * @param isHeld the end of the ban returns them: see `returnClaimsOf`.
 */
export async function lapseClaimsOf(
  { db, now }: Pick<ClaimDeps, 'db' | 'now'>,
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
 * once: the site may have changed hands during the ban.
 */
export async function returnClaimsOf(
  { db, now }: Pick<ClaimDeps, 'db' | 'now'>,
  memberId: string,
): Promise<void> {
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

/** Takes from a locked member the claims that moderators have withdrawn from an earlier account, with a log entry for each verified one. */
export async function returnWithdrawnClaims(
  { db, now }: Pick<ClaimDeps, 'db' | 'now'>,
  memberId: string,
  withdrawn: readonly { productId: string; host: string; createdAt: string; withdrawnAt: string }[],
): Promise<void> {
  for (const { productId, host, createdAt, withdrawnAt } of withdrawn) {
    const product = await lockProduct(db, productId);
    if (!product) continue;
    const claim = await findClaim(db, { productId, memberId });
    await upsertWithdrawnClaim(db, {
      ...{ productId, memberId, host, token: newClaimToken() },
      ...{ createdAt: new Date(createdAt), withdrawnAt: new Date(withdrawnAt) },
    });
    if (claim?.verifiedAt) await logClaim({ db, now }, product, { action: 'claim.lapse', host: claim.host });
  }
}
