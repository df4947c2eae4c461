import { INVITATION_LIMITS } from '@/lib/contract/invitation';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { type EndedInvitation, SIGN_IN_FAILURES } from '@/lib/contract/plain/sign-in-failure';
import { logAction } from '@/server/commands/log-action';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { canModerate, type Viewer } from '@/server/policies/viewer';
import { lockSignUp } from '@/server/queries/account/identities';
import {
  findInvitationByToken,
  insertInvitation,
  type InvitationRow,
  listOpenInvitationCreators,
  updateInvitationRevoked,
  updateInvitationUsed,
} from '@/server/queries/account/invitations';
import { findPublicUser } from '@/server/queries/account/users';
import { hashToken, newToken } from '@/server/base/token';
import { text } from '@/lib/texts/texts';

type InvitationDeps = Pick<Deps, 'db' | 'now'>;
type NewInvitation = { note: string; days: number; usesMax: number };

/**
 * Creates an invitation, and writes the audit entry in the same transaction.
 *
 * @returns its token for the link. It is not stored: the database has only its hash.
 * @throws ApiError `conflict` when too many invitations are open.
 */
export async function createInvitation(
  { db, now }: InvitationDeps,
  viewer: Viewer,
  { note, days, usesMax }: NewInvitation,
): Promise<{ id: string; token: string }> {
  const token = newToken();
  const createdAt = now();
  const id = await db.transaction(async (tx) => {
    await lockSignUp(tx);
    const creators = (await listOpenInvitationCreators(tx, createdAt)).filter(canModerate);
    if (creators.reduce((sum, { count }) => sum + count, 0) >= INVITATION_LIMITS.openMax) {
      throw new ApiError(
        'conflict',
        text(
          'invitation.tooManyOpen',
          '{openMax} invitations are open. Withdraw an invitation that is no longer needed.',
          { openMax: INVITATION_LIMITS.openMax },
        ),
      );
    }
    const inserted = await insertInvitation(tx, {
      ...{ note, usesMax, createdAt },
      tokenHash: hashToken(token),
      creatorId: viewer.userId,
      expiresAt: new Date(createdAt.getTime() + days * DAY_MS),
    });
    await logAction(tx, viewer, {
      action: 'invitation.create',
      details: { invitationId: inserted },
      createdAt,
    });
    return inserted;
  });
  return { id, token };
}

/** Withdraws an invitation. Safe to repeat: only the first call writes an audit entry. */
export async function revokeInvitation(
  { db, now }: InvitationDeps,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const createdAt = now();
  await db.transaction(async (tx) => {
    if (!(await updateInvitationRevoked(tx, id, createdAt))) return;
    await logAction(tx, viewer, {
      action: 'invitation.revoke',
      details: { invitationId: id },
      createdAt,
    });
  });
}

/** @throws ApiError `not_found` for every unknown token; `gone` when the invitation has expired, was used up or was withdrawn. */
export async function openInvitation({ db, now }: InvitationDeps, token: string) {
  const found = await findInvitationByToken(db, hashToken(token), now());
  if (!found)
    throw new ApiError(
      'not_found',
      text('invitation.unknown', 'This invitation is unknown here. Was the whole link copied?'),
    );
  const state = invitationState(found, now());
  if (state !== 'open') throw new ApiError('gone', SIGN_IN_FAILURES[`invitation-${state}`]);
  const inviter = await findPublicUser(db, found.creatorHandle);
  return { expiresAt: found.expiresAt, inviter };
}

/**
 * Uses an invitation once. Call it in the transaction that creates the member.
 *
 * @throws ApiError `forbidden`, with the reason in `fields.invitation`, unless the invitation lets one more person in.
 */
export async function spendInvitation(db: Deps['db'], token: string | undefined, now: Date): Promise<void> {
  const tokenHash = hashToken(token ?? '');
  const found = await findInvitationByToken(db, tokenHash, now);
  const state = found ? invitationState(found, now) : undefined;
  if (state === 'open' && (await updateInvitationUsed(db, tokenHash, now))) return;
  const reason = state === undefined ? 'needed' : state === 'open' ? 'used-up' : state;
  throw new ApiError('forbidden', SIGN_IN_FAILURES[`invitation-${reason}`], {
    fields: { invitation: reason },
  });
}

/** Whether an invitation lets somebody in, or why not. */
export function invitationState(
  { revokedAt, creator, expiresAt, useCount, usesMax }: InvitationRow,
  now: Date,
): 'open' | EndedInvitation {
  if (revokedAt || !canModerate(creator)) return 'withdrawn';
  if (useCount >= usesMax) return 'used-up';
  return expiresAt <= now ? 'expired' : 'open';
}
