import type { Access } from '@/lib/contract/call';
import type { Role } from '@/lib/contract/user';

/** The signed-in user who makes a call. */
export type Viewer = {
  userId: string;
  sessionId: string;
  role: Role;
  isBanned: boolean;
  /** The end of a suspension, perhaps a past one. */
  suspendedUntil: Date | null;
  /** The user has requested the deletion of the account. */
  isLeaving: boolean;
  /** When the session began. */
  signedInAt: Date;
  /** New accounts have lower limits. */
  createdAt: Date;
};

const RANK = { member: 0, moderator: 1, admin: 2 } as const satisfies Record<Role, number>;

export const hasRole = (viewer: Viewer, role: Role) => RANK[viewer.role] >= RANK[role];

/** Whether the viewer may do what members do. Moderators who are banned or leaving may not moderate either. */
export const isActive = (viewer: Viewer) => !viewer.isBanned && !viewer.isLeaving;

/** Whether the viewer may decide about a member: nobody about themselves, or about the same or a higher role. */
export const canModerateMember = (viewer: Viewer, member: { id: string; role: Role }) =>
  viewer.userId !== member.id && RANK[viewer.role] > RANK[member.role];

export function canCall(viewer: Viewer, access: Exclude<Access, 'anyone'>): boolean {
  return access === 'account' || (isActive(viewer) && hasRole(viewer, access));
}
