import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Role } from '@/lib/contract/user';
import type { Db } from '@/server/db/client';
import { users } from '@/server/db/schema';

export type RoleHolder = { id: string; handle: string; email: string | null; role: Role };

const columns = { id: users.id, handle: users.handle, email: users.email, role: users.role };

/** Locks the rows until the transaction ends, so that changes of a role happen one after the other. */
export async function listRoleHoldersByEmail(db: Db, email: string): Promise<RoleHolder[]> {
  return db
    .select(columns)
    .from(users)
    .where(and(sql`lower(${users.email}) = ${email.toLowerCase()}`, isNull(users.deletedAt)))
    .orderBy(users.id)
    .for('update');
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
