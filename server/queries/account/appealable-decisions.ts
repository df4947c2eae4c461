import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { memberMeasures } from '@/server/db/schema/member-schema';
import { auditEntries } from '@/server/db/schema';

/** The last rejection of a product that was not undone. */
export async function findLastRejection(db: Db, productId: string) {
  const { id, actorId, action, subjectKind, subjectId } = auditEntries;
  const undoing = sql`(
    SELECT FROM audit_entries AS undoing
    WHERE undoing.subject_kind = 'product' AND undoing.subject_id = ${productId}::bigint
      AND undoing.action IN ('product.undo', 'appeal.reverse') AND undoing.details ->> 'undone' = ${id}::text
  )`;
  const [row] = await db
    .select({ id, actorId })
    .from(auditEntries)
    .where(
      and(
        eq(subjectKind, 'product'),
        eq(subjectId, productId),
        eq(action, 'product.reject'),
        sql`NOT EXISTS ${undoing}`,
      ),
    )
    .orderBy(sql`${id} DESC`)
    .limit(1);
  return row;
}

/** A measure that holds for its member. */
export async function findHeldMeasure(
  db: Db,
  { id, userId, now }: { id: string; userId: string; now: Date },
) {
  const { endedAt, suspendedUntil } = memberMeasures;
  const [row] = await db
    .select()
    .from(memberMeasures)
    .where(
      and(
        eq(memberMeasures.id, id),
        eq(memberMeasures.userId, userId),
        isNull(endedAt),
        sql`coalesce(${suspendedUntil} > ${now.toISOString()}::timestamptz, true)`,
      ),
    );
  return row;
}
