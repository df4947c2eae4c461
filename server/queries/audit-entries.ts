import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';
import { auditEntries } from '@/server/db/schema';

/** Adds a row, which is never deleted; only the deletion of an account anonymizes it. Call it in the transaction of the action that it records. */
export async function insertAuditEntry(db: Db, entry: typeof auditEntries.$inferInsert): Promise<void> {
  await db.insert(auditEntries).values(entry);
}

export type Rejection = { reason: string; createdAt: Date };

const rejectionRow = z.object({
  subject_id: z.string(),
  reason: z.nullable(z.string()),
  created_at: z.coerce.date(),
});

/** The last rejection of each of these products, as far as they were ever rejected. */
export async function listLastRejections(
  db: Db,
  productIds: readonly string[],
): Promise<Map<string, Rejection>> {
  if (productIds.length === 0) return new Map();
  const { rows } = await db.execute(sql`
    SELECT DISTINCT ON (subject_id) subject_id::text, details ->> 'reason' AS reason, created_at
    FROM audit_entries
    WHERE subject_kind = 'product' AND action = 'product.reject'
      AND subject_id = ANY(${sql.param(productIds)}::bigint[])
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
