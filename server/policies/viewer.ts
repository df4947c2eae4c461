import type { Access } from '@/lib/contract/call';
import type { LostStanding } from '@/lib/contract/plain/moderation';
import type { Role } from '@/lib/contract/user';

/**
 * What decides whether somebody may act, now: in a session, or through what acts for them later (an invitation, a
 * webhook, an import). It is read at each use, never stored with what was granted.
 */
export type Standing = {
  role: Role;
  isBanned: boolean;
  isSuspended: boolean;
  /** The user has requested the deletion of the account. */
  isLeaving: boolean;
};

/** The signed-in user who makes a call. */
export type Viewer = Standing & {
  userId: string;
  sessionId: string;
  /** The end of a suspension, perhaps a past one. */
  suspendedUntil: Date | null;
  /** When the session began. */
  signedInAt: Date;
  /** New accounts have lower limits. */
  createdAt: Date;
};

const RANK = { member: 0, moderator: 1, admin: 2 } as const satisfies Record<Role, number>;

type Act = { access: Exclude<Access, 'anyone'>; isBarredBySuspension: boolean };

/** Why somebody may not act; undefined when nothing speaks against it. Decides for every call and every job. */
export function findLostStanding(
  { role, isBanned, isSuspended, isLeaving }: Standing,
  { access, isBarredBySuspension }: Act,
): LostStanding | undefined {
  if (access !== 'account') {
    if (isBanned) return 'banned';
    if (isLeaving) return 'leaving';
    if (RANK[role] < RANK[access]) return 'role';
  }
  return isSuspended && isBarredBySuspension ? 'suspended' : undefined;
}

/** As `findLostStanding`, of somebody for whom something acts. `gone` without an account. */
export const findLostRole = (standing: Standing | undefined, role: Role): LostStanding | undefined =>
  standing ? findLostStanding(standing, { access: role, isBarredBySuspension: true }) : 'gone';

/** Whether the viewer may read and do what moderators do. */
export const canModerate = (viewer: Standing): boolean => findLostRole(viewer, 'moderator') === undefined;

/** Whether the viewer may decide about a member: nobody about themselves, or about the same or a higher role. */
export const canModerateMember = (viewer: Viewer, member: { id: string; role: Role }) =>
  viewer.userId !== member.id && RANK[viewer.role] > RANK[member.role];
