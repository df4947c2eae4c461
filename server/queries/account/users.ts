import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { FORMER_MEMBER } from '@/lib/contract/plain/site';
import type { ProfileChanges, Role } from '@/lib/contract/user';
import { type StoredText, packText } from '@/server/base/stored-text';
import type { Db } from '@/server/db/client';
import { users } from '@/server/db/schema';
import { deleteSetupNonces } from '@/server/queries/setup';
import { userIsPublic } from '@/server/queries/visibility';
import { timestamptz } from '@/server/queries/sql-values';
import { freedHandles, identities } from '@/server/db/schema/sign-in-schema';

export type UserRow = typeof users.$inferSelect;

/** What the mark beside a name says: null for members, and for those who are banned or leave. */
export const publicRole = sql<
  'moderator' | 'admin' | null
>`CASE WHEN ${userIsPublic} AND ${users.role} <> 'member' THEN ${users.role} END`;

/** The handle that everybody reads. Of a member who is banned or leaves: that of a former member. */
export const publicHandle = sql<string>`CASE WHEN ${userIsPublic} THEN ${users.handle} ELSE ${FORMER_MEMBER.handle} END`;

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return row;
}

/** The public user with this handle: neither banned nor deleted, and without a deletion request. */
export async function findPublicUser(db: Db, handle: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.handle, handle), userIsPublic));
  return row;
}

type NewUser = Pick<UserRow, 'handle' | 'handleSkeleton' | 'name' | 'email' | 'createdAt'>;

/** Adds a user. Undefined when the handle is taken, or looks like one that is. */
export async function insertUser(db: Db, user: NewUser): Promise<string | undefined> {
  const [row] = await db.insert(users).values(user).onConflictDoNothing().returning({ id: users.id });
  return row?.id;
}

/**
 * Makes a user the admin of a site without one, and ends the setup link. Only behind `lockSignUp`.
 *
 * @returns whether the site had none.
 */
export async function updateFirstAdmin(db: Db, id: string): Promise<boolean> {
  const hasAdmin = sql`EXISTS (SELECT FROM users other WHERE other.role = 'admin' AND other.deleted_at IS NULL)`;
  const rows = await db
    .update(users)
    .set({ role: 'admin' })
    .where(and(eq(users.id, id), sql`NOT ${hasAdmin}`))
    .returning({ id: users.id });
  if (rows.length === 0) return false;
  await deleteSetupNonces(db);
  return true;
}

/** Changes the given fields. Undefined when another user has the handle, or one that looks like it. */
export async function updateProfile(
  db: Db,
  id: string,
  changes: ProfileChanges & Partial<Pick<UserRow, 'handleSkeleton' | 'nameIssue'>>,
): Promise<UserRow | undefined> {
  const { handle, handleSkeleton } = changes;
  // Avoids an error in the common case; between concurrent changes the unique index decides.
  const isFree =
    handle === undefined
      ? sql`true`
      : sql`NOT EXISTS (SELECT FROM users other WHERE (other.handle = ${handle} OR other.handle_skeleton = ${handleSkeleton ?? null}::text) AND other.id <> ${id})`;
  const [row] = await db
    .update(users)
    .set(changes)
    .where(and(eq(users.id, id), isFree))
    .returning();
  return row;
}

export async function hasOwnImage(
  db: Db,
  { key, ownerId }: { key: string; ownerId: string },
): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`SELECT FROM images WHERE key = ${key} AND owner_id = ${ownerId} AND status <> 'refused'`,
  );
  return rowCount === 1;
}

/** Whether another member gave up a handle that looks like this one after an instant. */
export async function isFreedHandle(
  db: Db,
  {
    handle,
    skeleton,
    since,
    userId = null,
  }: { handle: string; skeleton: string; since: Date; userId?: string | null },
): Promise<boolean> {
  const hashOf = (text: string) => sql`sha256(convert_to(${text}::text, 'UTF8'))`;
  const { rows } = await db.execute(sql`
    SELECT FROM freed_handles
    WHERE skeleton_hash IN (${hashOf(skeleton)}, ${hashOf(handle)})
      AND freed_at > ${timestamptz(since)} AND freed_by IS DISTINCT FROM ${userId}::bigint`);
  return rows.length > 0;
}

/** When a member gave up handles, newest first. Those that were held for less than a day are not among them. */
export async function listFreedTimes(db: Db, userId: string, since: Date, limit: number): Promise<Date[]> {
  const rows = await db
    .select({ freedAt: freedHandles.freedAt })
    .from(freedHandles)
    .where(and(eq(freedHandles.freedBy, userId), gt(freedHandles.freedAt, since)))
    .orderBy(desc(freedHandles.freedAt))
    .limit(limit);
  return rows.map(({ freedAt }) => freedAt);
}

export async function deleteFreedHandles(db: Db, before: Date): Promise<void> {
  await db.execute(sql`DELETE FROM freed_handles WHERE freed_at < ${timestamptz(before)}`);
}

export async function listUncheckedNames(db: Db, limit: number) {
  const { id, handle, name } = users;
  return db
    .select({ id, handle, name })
    .from(users)
    .where(and(isNull(users.handleSkeleton), isNull(users.nameIssue)))
    .orderBy(id)
    .limit(limit);
}

/** Stores what a check has found, unless the handle has changed since the check. False when another handle looks like it. */
export async function storeNameCheck(
  db: Db,
  { id, handle }: { id: string; handle: string },
  found: { skeleton: string; issue: StoredText | null },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    WITH other AS (
      SELECT FROM users WHERE handle_skeleton = ${found.skeleton} AND id <> ${id}::bigint
    ), stored AS (
      UPDATE users SET handle_skeleton = ${found.skeleton}, name_issue = ${found.issue && packText(found.issue)}
      WHERE id = ${id}::bigint AND handle = ${handle} AND NOT EXISTS (SELECT FROM other)
    )
    SELECT FROM other`);
  return rows.length === 0;
}

export async function updateNameIssue(db: Db, id: string, nameIssue: StoredText | null): Promise<void> {
  await db.update(users).set({ nameIssue }).where(eq(users.id, id));
}

export type RoleHolder = { id: string; handle: string; role: Role };

const roleColumns = { id: users.id, handle: users.handle, role: users.role };

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
    .select({ ...roleColumns, isEmailVerified })
    .from(users)
    .where(and(or(isEmail(users.email), isEmailVerified), isNull(users.deletedAt)))
    .orderBy(users.id)
    .for('update', { of: users });
}

export async function listRoleHoldersByHandle(db: Db, handle: string): Promise<RoleHolder[]> {
  return db
    .select(roleColumns)
    .from(users)
    .where(and(eq(users.handle, handle), isNull(users.deletedAt)))
    .for('update');
}

/** An admin who is made ends the setup link. */
export async function updateRole(db: Db, userId: string, role: Role): Promise<void> {
  await db.update(users).set({ role }).where(eq(users.id, userId));
  if (role === 'admin') await deleteSetupNonces(db);
}
