import { logAction } from '@/server/commands/log-action';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { canModerate, type Viewer } from '@/server/policies/viewer';
import {
  insertAlternative,
  lockAlternative,
  reopenAlternative,
  updateAlternativeDecision,
} from '@/server/queries/products/alternatives';
import { listPublicProductsById } from '@/server/queries/products/products';
import { requireStandingNow } from '@/server/commands/account/require-standing';
import { updateAlternativeUpvote } from '@/server/queries/reactions/alternative-upvotes';
import { rankingAccountsCreatedUntil } from '@/server/queries/reactions/upvotes';
import { inTransaction, retryConflicts } from '@/server/queries/write-conflict';
import { formatRow } from '@/lib/texts/lists';
import { say, type Text, text } from '@/lib/texts/texts';

type AlternativeDeps = Pick<Deps, 'db' | 'env' | 'now'>;

/**
 * Proposes that two products are alternatives to each other. The pair waits for a moderator. A moderator's proposal
 * returns a rejected pair to the queue.
 *
 * @returns the id of the pair.
 * @throws ApiError `bad_request` for one product twice; `not_found` unless both have a public page and one of them is
 *   listed; `conflict` when the pair was proposed before.
 */
export async function proposeAlternative(
  { db, now }: AlternativeDeps,
  viewer: Viewer,
  { productId, alternativeId }: { productId: string; alternativeId: string },
): Promise<string> {
  if (productId === alternativeId) {
    refuse(
      'bad_request',
      text('alternative.chooseAnother', 'Choose another {noun}: this page is about this one.'),
    );
  }
  const found = await listPublicProductsById(db, [productId, alternativeId]);
  const isPossible = found.length === 2 && found.some(({ status }) => status === 'approved');
  if (!isPossible) refuse('not_found', text('product.notListed', "This {noun} isn't listed."));
  const insert = canModerate(viewer) ? reopenAlternative : insertAlternative;
  const productIds = [productId, alternativeId] as const;
  const pair = { productIds, proposerId: viewer.userId, createdAt: now() };
  const id = await retryConflicts(() => insert(db, pair));
  return (
    id ?? refuse('conflict', text('alternative.proposedBefore', 'This alternative was proposed before.'))
  );
}

function refuse(code: 'bad_request' | 'not_found' | 'conflict', message: Text): never {
  throw new ApiError(code, message, { fields: { alternativeId: say(message) } });
}

/** Safe to repeat. @throws ApiError `not_found` when there is no such pair. */
export async function setAlternativeUpvote(
  { db, now }: AlternativeDeps,
  { userId, createdAt }: Pick<Viewer, 'userId' | 'createdAt'>,
  { id, isWanted }: { id: string; isWanted: boolean },
): Promise<{ upvoteCount: number; upvoted: boolean }> {
  const countsInRanking = createdAt <= rankingAccountsCreatedUntil(now());
  const change = { id, isWanted, userId, createdAt: now(), countsInRanking };
  const pair = await inTransaction(db, async (tx) => {
    // A suspended member may take an upvote back.
    await requireStandingNow({ db: tx, now }, { userId }, { isBarredBySuspension: isWanted });
    return updateAlternativeUpvote(tx, change);
  });
  // Of a pair that is not public, only a member who has upvoted it knows.
  if (!pair || (!pair.isPublic && (isWanted || !pair.hasChanged))) {
    throw new ApiError('not_found', text('alternative.none', "This alternative doesn't exist."));
  }
  return { upvoteCount: pair.upvoteCount, upvoted: isWanted };
}

type Decision = { action: 'approve' } | { action: 'reject'; reason: string } | { action: 'remove' };

/**
 * Approves or rejects a pending pair, or rejects an approved one, and writes the audit entry in the same transaction.
 * When several moderators decide at once, the first decision counts and the others get `conflict`.
 *
 * @throws ApiError `not_found` when the pair or the page of one of its products is gone; `conflict`.
 */
export async function decideAlternative(
  { db, now }: AlternativeDeps,
  viewer: Viewer,
  id: string,
  decision: Decision,
): Promise<void> {
  const { action } = decision;
  const reason = action === 'reject' ? decision.reason : null;
  await inTransaction(db, async (tx) => {
    const pair = await lockAlternative(tx, id);
    if (!pair)
      throw new ApiError('not_found', text('alternative.proposalGone', 'This proposal no longer exists.'));
    if (pair.status !== (action === 'remove' ? 'approved' : 'pending')) {
      throw new ApiError('conflict', DECIDED[pair.status]);
    }
    const [product, alternative] = await listPublicProductsById(tx, [pair.productId, pair.alternativeId]);
    if (action === 'approve' && !alternative) {
      throw new ApiError(
        'not_found',
        text('alternative.oneRemoved', 'One of the two has been removed since.'),
      );
    }
    const status = action === 'approve' ? 'approved' : 'rejected';
    await updateAlternativeDecision(tx, id, { status, rejectionReason: reason, decidedAt: now() });
    await logAction(tx, viewer, {
      action: `alternative.${action}`,
      subject: { productId: pair.productId },
      details: {
        alternativeId: pair.alternativeId,
        names: formatRow(
          [product, alternative].map(
            (shown) =>
              // No page shows it.
              shown?.name ?? 'removed',
          ),
        ),
        ...(reason !== null && { reason }),
      },
      createdAt: now(),
    });
  });
}

const DECIDED = {
  pending: text('alternative.stillWaits', 'This alternative still waits in the queue.'),
  approved: text('alternative.alreadyApproved', 'This alternative was already approved.'),
  rejected: text('alternative.alreadyRejected', 'This alternative was already rejected.'),
} as const;
