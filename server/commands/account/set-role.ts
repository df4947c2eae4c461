import { ACTORS, logAction } from '@/server/commands/log-action';
import type { Role } from '@/lib/contract/user';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { lockSignUp } from '@/server/queries/account/identities';
import {
  listRoleHoldersByEmail,
  listRoleHoldersByHandle,
  type RoleHolder,
  updateRole,
} from '@/server/queries/account/users';

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
 * @throws ApiError `not_found`; `conflict` when several accounts have the email, or none of them has it verified, naming
 *   their handles; `conflict` when the user does not have the role to take away.
 */
export async function setRole(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { member, role, insteadOf }: RoleRequest,
): Promise<RoleChange> {
  return db.transaction(async (tx) => {
    // A setup link that is made at this moment would stay.
    await lockSignUp(tx);
    const [user, ...others] = member.startsWith('@')
      ? await listRoleHoldersByHandle(tx, member.slice(1))
      : await listByVerifiedEmail(tx, member);
    if (!user) throw new ApiError('not_found', `No account found for ${member}. Have they signed in yet?`);
    if (others.length > 0) {
      const handles = handlesOf([user, ...others]);
      throw new ApiError('conflict', `Several accounts use ${member}. Choose one by its handle: ${handles}.`);
    }
    if (user.role !== role) {
      if (insteadOf !== undefined && user.role !== insteadOf) {
        throw new ApiError('conflict', `@${user.handle} has the role ${user.role}, not ${insteadOf}.`);
      }
      await updateRole(tx, user.id, role);
      await logAction(tx, ACTORS.commandLine, {
        action: 'user.role',
        subject: { memberId: user.id },
        details: { from: user.role, to: role },
        createdAt: now(),
      });
    }
    return { handle: user.handle, from: user.role, to: role };
  });
}

/** @throws ApiError `conflict` when accounts have the email, but no provider has verified it. */
async function listByVerifiedEmail(db: Deps['db'], email: string): Promise<RoleHolder[]> {
  const holders = await listRoleHoldersByEmail(db, email);
  const verified = holders.filter(({ isEmailVerified }) => isEmailVerified);
  if (holders.length === 0 || verified.length > 0) return verified;
  throw new ApiError(
    'conflict',
    `No provider has verified that ${email} belongs to ${handlesOf(holders)}. Make sure who that is, then use the handle instead of the email.`,
  );
}

const handlesOf = (users: readonly RoleHolder[]) => users.map(({ handle }) => `@${handle}`).join(', ');
