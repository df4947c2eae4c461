import type { Role } from '@/lib/contract/user';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import { insertAuditEntry } from '@/server/queries/audit-entries';
import { listRoleHoldersByEmail, listRoleHoldersByHandle, updateRole } from '@/server/queries/account/roles';

/** Who the audit log names for what is done at the terminal. */
const COMMAND_LINE = 'command line';

export type RoleChange = { handle: string; from: Role; to: Role };

export type RoleRequest = {
  /** An address, or `@handle`. */
  member: string;
  role: Role;
  /** The role that is taken away; absent, whichever it is. */
  insteadOf?: Role;
};

/**
 * Gives a member a role from the terminal. Safe to repeat: a role that is held already is no second audit entry.
 *
 * @throws ApiError `not_found`; `conflict` when several accounts have the address, naming their handles, or when the
 *   member has another role than the one to take away.
 */
export async function setRole(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { member, role, insteadOf }: RoleRequest,
): Promise<RoleChange> {
  return db.transaction(async (tx) => {
    const holders = member.startsWith('@')
      ? await listRoleHoldersByHandle(tx, member.slice(1))
      : await listRoleHoldersByEmail(tx, member);
    const [holder] = holders;
    if (!holder) throw new ApiError('not_found', `Nobody has signed in as ${member} yet.`);
    if (holders.length > 1) {
      const handles = holders.map(({ handle }) => `@${handle}`).join(', ');
      throw new ApiError('conflict', `Several accounts have the address ${member}: name one of ${handles}.`);
    }
    if (holder.role !== role) {
      if (insteadOf !== undefined && holder.role !== insteadOf) {
        throw new ApiError('conflict', `@${holder.handle} is ${holder.role}, not ${insteadOf}.`);
      }
      await updateRole(tx, holder.id, role);
      await insertAuditEntry(tx, {
        actorHandle: COMMAND_LINE,
        action: 'user.role',
        subjectKind: 'user',
        subjectId: holder.id,
        details: { from: holder.role, to: role },
        createdAt: now(),
      });
    }
    return { handle: holder.handle, from: holder.role, to: role };
  });
}
