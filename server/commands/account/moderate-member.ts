import { logAction } from '@/server/commands/log-action';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import type { Role } from '@/lib/contract/user';
import { returnClaimsOf } from '@/server/commands/sites/claim-product';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { canModerateMember, type Viewer } from '@/server/policies/viewer';
import {
  endMeasures,
  insertMeasure,
  insertNote,
  type LockedMember,
  lockMember,
  updateStanding,
} from '@/server/queries/account/members';
import { updateRole } from '@/server/queries/account/users';
import { showUpvotes } from '@/server/queries/reactions/counted-upvotes';
import { inLongTransaction } from '@/server/queries/write-conflict';
import { closeLifted, closeReplaced } from './close-appeals';
import { forgetDigests, keepDigests } from './keep-record';
import { startBanOf } from './start-ban';
import { mailMeasure } from './mail-measure';
import { say, type Text, text } from '@/lib/texts/texts';

type MemberDeps = Pick<Deps, 'db' | 'digestKeys' | 'env' | 'now'>;

export async function noteMember(deps: MemberDeps, viewer: Viewer, id: string, text: string): Promise<void> {
  await moderateMember(deps, viewer, id, {
    action: 'user.note',
    async apply(db) {
      await insertNote(db, { userId: id, authorId: viewer.userId, text, createdAt: deps.now() });
    },
  });
}

export async function warnMember(
  deps: MemberDeps,
  viewer: Viewer,
  id: string,
  reason: string,
): Promise<void> {
  await moderateMember(deps, viewer, id, {
    action: 'user.warn',
    async apply(db) {
      await measure({ ...deps, db }, viewer, { userId: id, kind: 'warning', reason });
    },
  });
}

export async function suspendMember(
  deps: MemberDeps,
  viewer: Viewer,
  id: string,
  { reason, suspendedUntil: until }: { reason: string; suspendedUntil: string },
): Promise<void> {
  const suspendedUntil = new Date(until);
  const aheadMs = suspendedUntil.getTime() - deps.now().getTime();
  if (aheadMs <= 0) refuse(text('suspension.dateToCome', 'Use a date to come.'));
  if (aheadMs > MEMBER_LIMITS.suspensionDaysMax * DAY_MS)
    refuse(text('suspension.dateWithinYear', 'Use a date within a year, or ban the member.'));
  await moderateMember(deps, viewer, id, {
    action: 'user.suspend',
    async apply(db, { bannedAt }) {
      if (bannedAt) throw new ApiError('conflict', text('member.banned', 'This member is banned.'));
      const endedIds = await endMeasures(db, id, 'suspension', deps.now());
      await closeReplaced({ ...deps, db }, endedIds, viewer.userId);
      await updateStanding(db, id, { suspendedUntil });
      await keepDigests({ ...deps, db }, id);
      await measure({ ...deps, db }, viewer, { userId: id, kind: 'suspension', reason, suspendedUntil });
    },
  });
}

export async function endSuspension(deps: MemberDeps, viewer: Viewer, id: string): Promise<void> {
  await moderateMember(deps, viewer, id, {
    action: 'user.unsuspend',
    async apply(db, { suspendedUntil }) {
      if (!suspendedUntil || suspendedUntil <= deps.now()) {
        throw new ApiError('conflict', text('member.notSuspended', "This member isn't suspended."));
      }
      const endedIds = await endSuspensionOf({ ...deps, db }, id);
      await closeLifted({ db, now: deps.now }, endedIds, viewer.userId);
      await mailMeasure({ ...deps, db }, { userId: id, kind: 'end' });
    },
  });
}

/** Applies `endSuspension` to a locked member. @returns the ids of the measures that ended. */
export async function endSuspensionOf(
  deps: Pick<Deps, 'db' | 'digestKeys' | 'now'>,
  id: string,
): Promise<string[]> {
  const { db, now } = deps;
  await updateStanding(db, id, { suspendedUntil: null });
  await forgetDigests(deps, id);
  return endMeasures(db, id, 'suspension', now());
}

/** Bans a member: see `startBanOf`. */
export async function banMember(deps: MemberDeps, viewer: Viewer, id: string, reason: string): Promise<void> {
  await moderateMember(deps, viewer, id, {
    action: 'user.ban',
    async apply(db, { bannedAt }) {
      if (bannedAt)
        throw new ApiError('conflict', text('member.bannedAlready', 'This member is banned already.'));
      const ban = { bannedAt: deps.now(), banReason: reason, moderatorId: viewer.userId };
      await startBanOf({ ...deps, db }, id, ban);
      await keepDigests({ ...deps, db }, id);
      await measure({ ...deps, db }, viewer, { userId: id, kind: 'ban', reason });
    },
  });
}

export async function unbanMember(deps: MemberDeps, viewer: Viewer, id: string): Promise<void> {
  await moderateMember(deps, viewer, id, {
    action: 'user.unban',
    async apply(db, { bannedAt }) {
      if (!bannedAt) throw new ApiError('conflict', text('member.notBanned', "This member isn't banned."));
      const endedIds = await endBanOf({ ...deps, db }, id);
      await closeLifted({ db, now: deps.now }, endedIds, viewer.userId);
      await mailMeasure({ ...deps, db }, { userId: id, kind: 'end' });
    },
  });
}

/** Applies `unbanMember` to a locked member: gives back all that `banMember` takes, but for sessions and the suspension that the ban replaced. @returns the ids of the measures that ended. */
export async function endBanOf(deps: Pick<Deps, 'db' | 'digestKeys' | 'now'>, id: string): Promise<string[]> {
  const { db, now } = deps;
  await updateStanding(db, id, { bannedAt: null, banReason: null });
  await forgetDigests(deps, id);
  await showUpvotes(db, id);
  await returnClaimsOf({ db, now }, id);
  return endMeasures(db, id, 'ban', now());
}

export async function changeRole(deps: MemberDeps, viewer: Viewer, id: string, role: Role): Promise<void> {
  await moderateMember(deps, viewer, id, {
    action: 'user.role',
    async apply(db, member) {
      if (member.role === role)
        throw new ApiError(
          'conflict',
          text(
            'member.roleAlready',
            '{role, select, member {@{handle} is member already.} moderator {@{handle} is moderator already.} other {@{handle} is admin already.}}',
            { handle: member.handle, role },
          ),
        );
      await updateRole(db, id, role);
      return { from: member.role, to: role };
    },
  });
}

type Moderation = {
  action:
    'user.note' | 'user.warn' | 'user.suspend' | 'user.unsuspend' | 'user.ban' | 'user.unban' | 'user.role';
  /** Changes the member, who is locked. Returns what the moderation log keeps of the change, if anything. */
  apply: (db: Deps['db'], member: LockedMember) => Promise<Record<string, string> | undefined>;
};

/** @throws ApiError `not_found`; `forbidden` about oneself, and about the same or a higher role; and as `apply`. */
async function moderateMember(
  { db, now }: MemberDeps,
  viewer: Viewer,
  id: string,
  { action, apply }: Moderation,
): Promise<void> {
  await inLongTransaction(db, async (tx) => {
    const member = await lockMember(tx, id);
    if (!member) throw new ApiError('not_found', text('account.gone', 'This account no longer exists.'));
    if (!canModerateMember(viewer, member)) {
      throw new ApiError(
        'forbidden',
        viewer.userId === id
          ? text('member.yourself', "You can't decide about yourself.")
          : upToHigherRole(member.role),
      );
    }
    const details = await apply(tx, member);
    await logAction(tx, viewer, { action, subject: { memberId: id }, details, createdAt: now() });
  });
}

type NewMeasure = { userId: string; reason: string } & (
  { kind: 'warning' | 'ban' } | { kind: 'suspension'; suspendedUntil: Date }
);

async function measure(deps: MemberDeps, viewer: Viewer, taken: NewMeasure): Promise<void> {
  await insertMeasure(deps.db, { ...taken, moderatorId: viewer.userId, createdAt: deps.now() });
  await mailMeasure(deps, taken);
}

function refuse(message: Text): never {
  throw new ApiError('bad_request', message, { fields: { suspendedUntil: say(message) } });
}

export const upToHigherRole = (role: Role): Text =>
  text(
    'member.upToHigherRole',
    '{role, select, member {This is up to somebody above members.} moderator {This is up to somebody above moderators.} other {This is up to somebody above admins.}}',
    { role },
  );
