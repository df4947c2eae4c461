import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { FORMER_MEMBER } from '@/lib/contract/plain/site';
import { insertFormerAuthors } from '@/server/queries/former-authors';
import type { Db } from '@/server/db/client';
import { alternatives } from '@/server/db/schema/alternative-schema';
import { byVerifiedEmail } from '@/server/db/data-map/table-data';
import { auditEntries, products, users } from '@/server/db/schema';
import { isSharedWithOthers } from '@/server/queries/products/removals';
import { deleteUpvotesOf } from '@/server/queries/reactions/counted-upvotes';
import { timestamptz } from '@/server/queries/sql-values';
import * as z from 'zod/mini';
import { DATA_MAP } from '@/server/db/data-map';

/** Requests the deletion of an account. Repeating the request does not postpone it. */
export async function requestDeletion(db: Db, userId: string, now: Date): Promise<Date> {
  const [row] = await db
    .update(users)
    .set({
      deletionRequestedAt: sql`coalesce(${users.deletionRequestedAt}, ${timestamptz(now)})`,
    })
    .where(eq(users.id, userId))
    .returning({ requestedAt: users.deletionRequestedAt });
  if (!row?.requestedAt) throw new Error(`User ${userId} is gone while signed in`);
  return row.requestedAt;
}

export async function cancelDeletion(db: Db, userId: string): Promise<void> {
  await db.update(users).set({ deletionRequestedAt: null }).where(eq(users.id, userId));
}

export async function listAccountsDueForDeletion(db: Db, requestedUntil: Date): Promise<string[]> {
  const rows = await db.select({ id: users.id }).from(users).where(isDue(requestedUntil)).orderBy(users.id);
  return rows.map(({ id }) => id);
}

const isDue = (requestedUntil: Date) =>
  and(lte(users.deletionRequestedAt, requestedUntil), isNull(users.deletedAt));

/** Locks the account until the transaction ends. False when the member has canceled the request. */
export async function lockAccountDueForDeletion(
  db: Db,
  userId: string,
  requestedUntil: Date,
): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isDue(requestedUntil)))
    .for('update');
  return rows.length > 0;
}

/**
 * Transfers published products, and others that somebody else has contributed to, to the user "a former member", which
 * is the same for all, so that nothing shows which products had the same submitter. Deletes the user's edits and other
 * products. The edits of verified owners stay.
 *
 * @param productId only this product.
 */
export async function transferProducts(db: Db, userId: string, productId?: string): Promise<void> {
  const isTransferred = sql`products.submitter_id = ${userId}::bigint${
    productId === undefined ? sql`` : sql` AND products.id = ${productId}::bigint`
  }`;
  await db
    .delete(products)
    .where(and(isTransferred, isNull(products.approvedAt), sql`NOT ${isSharedWithOthers(userId)}`));
  // A merged product may have a rejected edit without an `edit_status`.
  await db.execute(sql`
    WITH own AS (
      SELECT product_id FROM product_edits JOIN products ON products.id = product_id
      WHERE ${isTransferred} AND coalesce(editor_id, submitter_id) = ${userId}::bigint
    ), edited AS (
      UPDATE products SET edit_status = NULL WHERE id IN (SELECT product_id FROM own) AND edit_status IS NOT NULL
    )
    DELETE FROM product_edits WHERE product_id IN (SELECT product_id FROM own)`);
  await db.execute(sql`
    DELETE FROM submission_observations USING products WHERE product_id = products.id AND ${isTransferred}`);
  await db.insert(users).values(FORMER_MEMBER).onConflictDoNothing({ target: users.handle });
  if (productId !== undefined)
    await insertFormerAuthors(
      db,
      sql`product_id`,
      sql`SELECT id, submitter_id FROM products WHERE ${isTransferred}`,
    );
  await db.execute(sql`
    UPDATE products SET rejection_reason = NULL, submitter_id = (SELECT id FROM users WHERE handle = ${FORMER_MEMBER.handle})
    WHERE ${isTransferred}`);
}

/** Deletes the user's edits of products of others. An edit without an editor would count as the submitter's. */
export async function deleteOwnersEdits(db: Db, userId: string): Promise<void> {
  await db.execute(sql`
    WITH edited AS (
      UPDATE products SET edit_status = NULL
      WHERE id IN (SELECT product_id FROM product_edits WHERE editor_id = ${userId}) AND edit_status IS NOT NULL
    )
    DELETE FROM product_edits WHERE editor_id = ${userId}`);
}

/** Deletes proposed alternatives that wait for moderators and have no upvotes of others. Decided pairs stay, without their proposer: what was rejected can't be proposed again. */
export async function deleteProposedAlternatives(db: Db, userId: string): Promise<void> {
  const hasUpvotes = sql`EXISTS (SELECT FROM alternative_upvotes WHERE pair_id = ${alternatives.id} AND user_id <> ${userId}::bigint)`;
  await db
    .delete(alternatives)
    .where(
      and(eq(alternatives.proposerId, userId), eq(alternatives.status, 'pending'), sql`NOT ${hasUpvotes}`),
    );
  await db
    .update(alternatives)
    .set({ proposerId: null, rejectionReason: null })
    .where(eq(alternatives.proposerId, userId));
}

/** Deletes upvotes and bookmarks, and updates the counts in the same statement. */
export async function deleteReactions(db: Db, userId: string): Promise<void> {
  await deleteUpvotesOf(db, userId);
  await db.execute(sql`
    WITH gone AS (DELETE FROM bookmarks WHERE user_id = ${userId} RETURNING product_id),
    locked AS (SELECT id FROM products JOIN gone ON product_id = id ORDER BY id FOR NO KEY UPDATE OF products)
    UPDATE products SET bookmark_count = greatest(bookmark_count - 1, 0)
    FROM locked WHERE products.id = locked.id`);
}

/** Deletes the emails to the user that wait, and those that were given up. */
export async function deleteEmailsTo(db: Db, userId: string): Promise<void> {
  await db.execute(sql`DELETE FROM tasks WHERE kind = 'email' AND ${byVerifiedEmail(userId)}`);
}

/** Takes the user out of the moderation log, where the entries themselves stay. */
export async function anonymizeAuditEntries(db: Db, userId: string): Promise<void> {
  await db
    .update(auditEntries)
    .set({ actorId: null, actorHandle: FORMER_MEMBER.handle })
    .where(eq(auditEntries.actorId, userId));
  await db
    .update(auditEntries)
    .set({ subjectId: null, details: {} })
    .where(and(eq(auditEntries.subjectKind, 'user'), eq(auditEntries.subjectId, userId)));
}

/** Deletes the user and, through foreign keys, identities and sessions. Images lose their owner. */
export async function deleteUser(db: Db, userId: string): Promise<void> {
  await db.delete(users).where(eq(users.id, userId));
}

const row = z.record(z.string(), z.unknown());
export type PersonalRow = z.infer<typeof row>;

/** All data about a user by table, without secrets and without the data of other users. */
export async function listPersonalData(db: Db, userId: string): Promise<Record<string, PersonalRow[]>> {
  const found: Record<string, PersonalRow[]> = {};
  for (const [table, { rowsOf, secret = [], onlyIf = {} }] of Object.entries(DATA_MAP)) {
    if (!rowsOf) continue;
    const concealed = Object.entries(onlyIf).map(
      ([column, isOwn]) => sql`- (CASE WHEN ${isOwn(userId)} THEN '' ELSE ${column} END)::text`,
    );
    const { rows } = await db.execute(sql`
      SELECT to_jsonb(mine) - ${sql.param([...secret])}::text[] ${sql.join(concealed, sql` `)} AS row
      FROM ${sql.identifier(table)} mine WHERE ${rowsOf(userId)} ORDER BY 1`);
    found[table] = rows.map((entry) => row.parse(entry.row));
  }
  return found;
}

/** Deletes the user's rows in every table whose rows need nothing else. */
export async function deletePersonalRows(db: Db, userId: string): Promise<void> {
  for (const [table, { rowsOf, removal }] of Object.entries(DATA_MAP)) {
    if (rowsOf && removal === 'rows deleted') {
      await db.execute(sql`DELETE FROM ${sql.identifier(table)} WHERE ${rowsOf(userId)}`);
    }
  }
}
