import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { appeals } from '@/server/db/schema/moderation-schema';
import type { Db } from '@/server/db/client';
import { memberMeasures } from '@/server/db/schema/member-schema';
import { auditEntries, users } from '@/server/db/schema';
import { listOrder, type PageFrom } from '@/server/queries/list-order';
import { publicRole } from './users';

export type AppealRow = typeof appeals.$inferSelect;

/** Adds an appeal. Undefined when the decision was answered before. */
export async function insertAppeal(
  db: Db,
  appeal: typeof appeals.$inferInsert,
): Promise<AppealRow | undefined> {
  const [row] = await db.insert(appeals).values(appeal).onConflictDoNothing().returning();
  return row;
}

export const appealOrder = listOrder<{ appeal: AppealRow }>('appeals', {
  ...{ type: 'timestamptz', direction: 'ascending' },
  positionOf: ({ appeal: { createdAt: value, id } }) => ({ value, id }),
});

export async function listOpenAppeals(db: Db, { after, limit }: PageFrom) {
  const { createdAt, id } = appeals;
  return db
    .select({
      appeal: appeals,
      handle: users.handle,
      name: users.name,
      role: publicRole,
      kind: memberMeasures.kind,
      reason: sql<string>`coalesce(${memberMeasures.reason}, ${auditEntries.details} ->> 'reason', '')`,
      deciderHandle: sql<
        string | null
      >`(SELECT handle FROM users AS decider WHERE decider.id = ${appeals.deciderId})`,
    })
    .from(appeals)
    .innerJoin(users, eq(users.id, appeals.userId))
    .leftJoin(memberMeasures, eq(memberMeasures.id, appeals.measureId))
    .leftJoin(auditEntries, eq(auditEntries.id, appeals.entryId))
    .where(and(isNull(appeals.decidedAt), appealOrder.isAfter(after, createdAt, id)))
    .orderBy(createdAt, id)
    .limit(limit);
}
export type OpenAppealRow = Awaited<ReturnType<typeof listOpenAppeals>>[number];

export async function lockAppeal(db: Db, id: string): Promise<AppealRow | undefined> {
  const [row] = await db.select().from(appeals).where(eq(appeals.id, id)).for('update');
  return row;
}

type AppealDecided = Pick<typeof appeals.$inferInsert, 'outcome' | 'reply' | 'judgeId' | 'decidedAt'>;

export async function updateAppeal(db: Db, id: string, decision: AppealDecided): Promise<void> {
  await db.update(appeals).set(decision).where(eq(appeals.id, id));
}

export async function closeAppealsAbout(
  db: Db,
  productId: string,
  decision: AppealDecided,
): Promise<AppealRow[]> {
  return db
    .update(appeals)
    .set(decision)
    .where(and(eq(appeals.productId, productId), isNull(appeals.decidedAt)))
    .returning();
}

export async function reopenAppeals(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .update(appeals)
    .set({ outcome: null, reply: null, judgeId: null, decidedAt: null })
    .where(inArray(appeals.id, [...ids]));
}

export async function closeAppealsAgainst(
  db: Db,
  measureIds: readonly string[],
  decision: AppealDecided,
): Promise<AppealRow[]> {
  return db
    .update(appeals)
    .set(decision)
    .where(and(inArray(appeals.measureId, [...measureIds]), isNull(appeals.decidedAt)))
    .returning();
}

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

export async function listAnswersToLast(
  db: Db,
  productIds: readonly string[],
): Promise<Map<string, AppealRow>> {
  if (productIds.length === 0) return new Map();
  const last = sql`(
    SELECT max(entries.id) FROM audit_entries AS entries
    WHERE entries.subject_kind = 'product' AND entries.subject_id = ${appeals.productId} AND entries.action = 'product.reject'
  )`;
  const rows = await db
    .select()
    .from(appeals)
    .where(
      and(
        sql`${appeals.productId} = ANY(${sql.param(productIds)}::bigint[])`,
        sql`${appeals.entryId} = ${last}`,
      ),
    );
  return new Map(rows.flatMap((row) => (row.productId === null ? [] : [[row.productId, row]])));
}

export async function listLastAnswers(
  db: Db,
  productIds: readonly string[],
): Promise<Map<string, AppealRow>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([appeals.productId])
    .from(appeals)
    .where(sql`${appeals.productId} = ANY(${sql.param(productIds)}::bigint[])`)
    .orderBy(appeals.productId, sql`${appeals.id} DESC`);
  return new Map(rows.flatMap((row) => (row.productId === null ? [] : [[row.productId, row]])));
}

export async function listAppealsOfMeasures(
  db: Db,
  measureIds: readonly string[],
): Promise<Map<string, AppealRow>> {
  if (measureIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(appeals)
    .where(inArray(appeals.measureId, [...measureIds]));
  return new Map(rows.flatMap((row) => (row.measureId === null ? [] : [[row.measureId, row]])));
}
