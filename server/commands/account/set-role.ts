import type { Role } from '@/lib/contract/user';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import { insertAuditEntry } from '@/server/queries/audit-entries';
import { listRoleHoldersByEmail, listRoleHoldersByHandle, updateRole } from '@/server/queries/account/roles';

/** The actor in the audit log for changes made at the terminal. */
const COMMAND_LINE = 'command line';

export type RoleChange = { handle: string; from: Role; to: Role };

export type RoleRequest = {
  /** An email or `@handle`. */
  member: string;
  role: Role;
  /** The role to take away; without it, any role. */
  insteadOf?: Role;
};

/**
 * Changes a user's role from the terminal. Safe to repeat: without a change, no audit entry is written.
 *
 * @throws ApiError `not_found`; `conflict` when several accounts have the email, naming their handles, or when the
 *   user does not have the role to take away.
 */
export async function setRole(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { member, role, insteadOf }: RoleRequest,
): Promise<RoleChange> {
  return db.transaction(async (tx) => {
    const matches = member.startsWith('@')
      ? await listRoleHoldersByHandle(tx, member.slice(1))
      : await listRoleHoldersByEmail(tx, member);
    const [user] = matches;
    if (!user) throw new ApiError('not_found', `No account found for ${member}. Have they signed in yet?`);
    if (matches.length > 1) {
      const handles = matches.map(({ handle }) => `@${handle}`).join(', ');
      throw new ApiError('conflict', `Several accounts use ${member}. Choose one by its handle: ${handles}.`);
    }
    if (user.role !== role) {
      if (insteadOf !== undefined && user.role !== insteadOf) {
        throw new ApiError('conflict', `@${user.handle} has the role ${user.role}, not ${insteadOf}.`);
      }
      await updateRole(tx, user.id, role);
      await insertAuditEntry(tx, {
        actorHandle: COMMAND_LINE,
        action: 'user.role',
        subjectKind: 'user',
        subjectId: user.id,
        details: { from: user.role, to: role },
        createdAt: now(),
      });
    }
    return { handle: user.handle, from: user.role, to: role };
  });
}
