import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Role } from '@/lib/contract/user';
import type { Db } from '@/server/db/client';
import { users } from '@/server/db/schema';
import { identities } from '@/server/db/schema/sign-in-schema';

export type RoleHolder = { id: string; handle: string; role: Role };

const columns = { id: users.id, handle: users.handle, role: users.role };

/**
 * The users with this email, and whether a provider has verified that the email is theirs. Locks the rows until the
 * transaction ends, so that changes of a role happen one after the other.
 */
export async function listRoleHoldersByEmail(
  db: Db,
  email: string,
): Promise<(RoleHolder & { isEmailVerified: boolean })[]> {
  // The collation C folds ASCII letters only: another letter that folds to one of them is another address.
  const isEmail = (column: typeof users.email | typeof identities.email) =>
    sql`lower(${column} COLLATE "C") = lower(${email}::text COLLATE "C")`;
  const isEmailVerified = sql<boolean>`EXISTS (
    SELECT FROM ${identities}
    WHERE ${identities.userId} = ${users.id} AND ${identities.isEmailVerified} AND ${isEmail(identities.email)}
  )`;
  return db
    .select({ ...columns, isEmailVerified })
    .from(users)
    .where(and(or(isEmail(users.email), isEmailVerified), isNull(users.deletedAt)))
    .orderBy(users.id)
    .for('update', { of: users });
}

export async function listRoleHoldersByHandle(db: Db, handle: string): Promise<RoleHolder[]> {
  return db
    .select(columns)
    .from(users)
    .where(and(eq(users.handle, handle), isNull(users.deletedAt)))
    .for('update');
}

export async function updateRole(db: Db, userId: string, role: Role): Promise<void> {
  await db.update(users).set({ role }).where(eq(users.id, userId));
}
