import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ProfileChanges } from '@/lib/contract/user';
import type { Db } from '@/server/db/client';
import { users } from '@/server/db/schema';
import { userIsPublic } from '@/server/queries/visibility';

export type UserRow = typeof users.$inferSelect;

/** What the mark beside a name says: null for members, and for those who are banned. */
export const publicRole = sql<
  'moderator' | 'admin' | null
>`CASE WHEN ${users.bannedAt} IS NULL AND ${users.role} <> 'member' THEN ${users.role} END`;

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

/** Makes the user an admin if there is none yet. */
export async function updateFirstAdmin(db: Db, id: string): Promise<boolean> {
  const hasAdmin = sql`EXISTS (SELECT FROM users other WHERE other.role = 'admin' AND other.deleted_at IS NULL)`;
  const rows = await db
    .update(users)
    .set({ role: 'admin' })
    .where(and(eq(users.id, id), sql`NOT ${hasAdmin}`))
    .returning({ id: users.id });
  return rows.length > 0;
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

/** Whether the user uploaded the image with this key, and it was not refused. */
export async function hasOwnImage(
  db: Db,
  { key, ownerId }: { key: string; ownerId: string },
): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`SELECT FROM images WHERE key = ${key} AND owner_id = ${ownerId} AND status <> 'refused'`,
  );
  return rowCount === 1;
}
