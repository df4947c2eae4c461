import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { users } from '@/server/db/schema';
import { timestamptz } from '@/server/queries/sql-values';

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

export async function deleteFreedHandles(db: Db, before: Date): Promise<void> {
  await db.execute(sql`DELETE FROM freed_handles WHERE freed_at < ${timestamptz(before)}`);
}

/** Members whose handles and names nobody has checked yet. */
export async function listUncheckedNames(db: Db, limit: number) {
  const { id, handle, name } = users;
  return db
    .select({ id, handle, name })
    .from(users)
    .where(and(isNull(users.handleSkeleton), isNull(users.nameIssue)))
    .orderBy(id)
    .limit(limit);
}

/** Stores what a check has found, unless the handle has changed meanwhile. False when another handle looks like it. */
export async function storeNameCheck(
  db: Db,
  { id, handle }: { id: string; handle: string },
  found: { skeleton: string; issue: string | null },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    WITH other AS (
      SELECT FROM users WHERE handle_skeleton = ${found.skeleton} AND id <> ${id}::bigint
    ), stored AS (
      UPDATE users SET handle_skeleton = ${found.skeleton}, name_issue = ${found.issue}
      WHERE id = ${id}::bigint AND handle = ${handle} AND NOT EXISTS (SELECT FROM other)
    )
    SELECT FROM other`);
  return rows.length === 0;
}

export async function updateNameIssue(db: Db, id: string, nameIssue: string | null): Promise<void> {
  await db.update(users).set({ nameIssue }).where(eq(users.id, id));
}
