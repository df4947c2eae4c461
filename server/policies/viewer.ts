import type { Access } from '@/lib/contract/call';
import type { Role } from '@/lib/contract/user';

/** Who makes a call. */
export type Viewer = {
  userId: string;
  sessionId: string;
  role: Role;
  isBanned: boolean;
  /** The member has asked for the account to be deleted. */
  isLeaving: boolean;
  /** When the account was made: what a new member may do is limited. */
  createdAt: Date;
};

const RANK = { member: 0, moderator: 1, admin: 2 } as const satisfies Record<Role, number>;

export const hasRole = (viewer: Viewer, role: Role) => RANK[viewer.role] >= RANK[role];

/** Whether the viewer may do what members do; a moderator who is banned or leaving may not moderate either. */
export const isActive = (viewer: Viewer) => !viewer.isBanned && !viewer.isLeaving;

export function canCall(viewer: Viewer, access: Exclude<Access, 'anyone'>): boolean {
  return access === 'account' || (isActive(viewer) && hasRole(viewer, access));
}
