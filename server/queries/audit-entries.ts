import { and, desc, eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import type { Db } from '@/server/db/client';
import { listOrder } from '@/server/queries/list-order';
import { productIsPublic } from '@/server/queries/visibility';
import { logEntry, type LogEntry } from '@/lib/contract/moderation-log';
import { auditEntries, products, users } from '@/server/db/schema';

/** Adds a row and returns its id. The row is never deleted; only the deletion of an account anonymizes it. Call it in the transaction of the action that it records. */
export async function insertAuditEntry(db: Db, entry: typeof auditEntries.$inferInsert): Promise<string> {
  const [inserted] = await db.insert(auditEntries).values(entry).returning({ id: auditEntries.id });
  if (!inserted) throw new Error('The entry of the log was not inserted');
  return inserted.id;
}

/**
 * Clears what the log says about an erased product, also in the entries of others: those of its merges, found by its former
 * slugs, and of its alternatives. The entries stay.
 */
export async function clearDetailsOfErased(
  db: Db,
  { id, slugs }: { id: string; slugs: readonly string[] },
): Promise<void> {
  await db.execute(sql`
    UPDATE audit_entries SET details = '{}'
    WHERE details <> '{}' AND subject_kind = 'product' AND (
      subject_id = ${id}::bigint
      OR (action LIKE 'alternative.%' AND details ->> 'alternativeId' = ${id})
      OR (action IN ('product.merge', 'product.unmerge') AND details ->> 'duplicateSlug' = ANY(${sql.param(slugs)}::text[])
        AND NOT EXISTS (SELECT FROM products WHERE slug = details ->> 'duplicateSlug'))
    )`);
}

export async function findLastEntryOfProduct(db: Db, productId: string) {
  const { id, action, actorHandle, createdAt } = auditEntries;
  const [row] = await db
    .select({ id, action, createdAt, actorHandle, actorName: users.name })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(and(eq(auditEntries.subjectKind, 'product'), eq(auditEntries.subjectId, productId)))
    .orderBy(desc(id))
    .limit(1);
  return row;
}

export type Rejection = { reason: string; createdAt: Date };

const rejectionRow = z.object({
  subject_id: z.string(),
  reason: z.nullable(z.string()),
  created_at: z.coerce.date(),
});

/** The last rejection of each of these products that was ever rejected. Rejections that were undone or reversed do not count, nor, for a member, the last ones of edits of others. */
export async function listLastRejections(
  db: Db,
  productIds: readonly string[],
  memberId?: string,
): Promise<Map<string, Rejection>> {
  if (productIds.length === 0) return new Map();
  const { rows } = await db.execute(sql`
    WITH entries AS MATERIALIZED (
      SELECT id, subject_id, action, details, created_at FROM audit_entries
      WHERE subject_kind = 'product' AND action IN ('product.reject', 'product.undo', 'appeal.reverse')
        AND subject_id = ANY(${sql.param(productIds)}::bigint[])
    )
    SELECT DISTINCT ON (subject_id) subject_id::text, details ->> 'reason' AS reason, created_at
    FROM entries
    WHERE action = 'product.reject' AND NOT EXISTS (
      SELECT FROM entries AS undoing
      WHERE undoing.action IN ('product.undo', 'appeal.reverse') AND undoing.details ->> 'undone' = entries.id::text
    )${
      memberId === undefined
        ? sql``
        : sql` AND NOT EXISTS (
      SELECT FROM rejection_times WHERE entry_id = entries.id AND user_id <> ${memberId}::bigint
    )`
    }
    ORDER BY subject_id, id DESC`);
  return new Map(
    z
      .array(rejectionRow)
      .parse(rows)
      .map(({ subject_id, reason, created_at }) => [
        subject_id,
        { reason: reason ?? '', createdAt: created_at },
      ]),
  );
}

export async function listRejectionsOf(db: Db, submitterId: string) {
  const rows = await db
    .select({ id: products.id, name: products.name, slug: products.slug })
    .from(products)
    .where(eq(products.submitterId, submitterId))
    .orderBy(desc(products.createdAt), desc(products.id))
    .limit(MEMBER_LIMITS.submissionsMax);
  const rejections = await listLastRejections(
    db,
    rows.map(({ id }) => id),
    submitterId,
  );
  return rows
    .flatMap(({ id, name, slug }) => {
      const rejection = rejections.get(id);
      return rejection ? { name, slug, reason: rejection.reason, rejectedAt: rejection.createdAt } : [];
    })
    .sort((one, other) => other.rejectedAt.getTime() - one.rejectedAt.getTime())
    .slice(0, MEMBER_LIMITS.shownMax);
}

/** The newest first. The id alone is the order. */
export const logOrder = listOrder<LogEntry>('log', {
  ...{ type: 'timestamptz', direction: 'descending' },
  positionOf: ({ createdAt, id }) => ({ value: new Date(createdAt), id }),
});

/** The entries of the moderation log before one, newest first. */
export async function listLogEntries(
  db: Db,
  { beforeId, limit }: { beforeId?: string; limit: number },
): Promise<LogEntry[]> {
  const { rows } = await db.execute(sql`
    SELECT entries.id::text AS id, action, subject_kind AS "subjectKind",
      CASE WHEN subject_kind = 'product' THEN subject_id::text END AS "productId",
      CASE WHEN products.id IS NOT NULL THEN json_build_object('slug', products.slug, 'name', products.name) END AS product,
      to_char(entries.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
      encode(hash, 'hex') AS hash
    FROM audit_entries AS entries
    LEFT JOIN products ON subject_kind = 'product' AND products.id = subject_id
      AND ${productIsPublic}
    WHERE ${beforeId === undefined ? sql`true` : sql`entries.id < ${beforeId}::bigint`}
    ORDER BY entries.id DESC LIMIT ${limit}`);
  return z.array(logEntry).parse(rows);
}

/**
 * Follows the chain of hashes through a part of the log.
 *
 * @returns the id of the first entry that does not follow from the one before it, and how far the chain was followed.
 */
export async function checkLogEntries(
  db: Db,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<{ lastId: string | null; brokenId: string | null }> {
  const { rows } = await db.execute<{ lastId: string | null; brokenId: string | null }>(sql`
    SELECT max(id)::text AS "lastId", min(id) FILTER (WHERE NOT follows)::text AS "brokenId"
    FROM (
      SELECT id, hash = audit_hash(
        lag(hash) OVER (ORDER BY id), id, action, subject_kind, subject_id, created_at
      ) OR id = ${afterId}::bigint AS follows
      FROM audit_entries WHERE id >= ${afterId}::bigint ORDER BY id LIMIT ${limit + 1}
    ) AS entries`);
  return rows[0] ?? { lastId: null, brokenId: null };
}
