import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { appeals } from '@/server/db/schema/appeal-schema';
import type { Db } from '@/server/db/client';
import { memberMeasures } from '@/server/db/schema/member-schema';
import { auditEntries, users } from '@/server/db/schema';
import { boundOf, type ListPosition } from '@/server/queries/sql-values';
import { publicRole } from '@/server/queries/account/users';

export type AppealRow = typeof appeals.$inferSelect;

/** Adds an appeal. Undefined when the decision was answered before. */
export async function insertAppeal(
  db: Db,
  appeal: typeof appeals.$inferInsert,
): Promise<AppealRow | undefined> {
  const [row] = await db.insert(appeals).values(appeal).onConflictDoNothing().returning();
  return row;
}

/** Open appeals after a position, the oldest first, with the reason of the decision that each is against. */
export async function listOpenAppeals(db: Db, { after, limit }: { after?: ListPosition; limit: number }) {
  const { createdAt, id } = appeals;
  const isAfter = after && sql`(${createdAt}, ${id}) > (${boundOf(after)}::timestamptz, ${after.id}::bigint)`;
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
    .where(and(isNull(appeals.decidedAt), isAfter))
    .orderBy(createdAt, id)
    .limit(limit);
}
export type OpenAppealRow = Awaited<ReturnType<typeof listOpenAppeals>>[number];

/** Locks an appeal until the transaction ends. */
export async function lockAppeal(db: Db, id: string): Promise<AppealRow | undefined> {
  const [row] = await db.select().from(appeals).where(eq(appeals.id, id)).for('update');
  return row;
}

type AppealDecided = Pick<typeof appeals.$inferInsert, 'outcome' | 'reply' | 'judgeId' | 'decidedAt'>;

export async function updateAppeal(db: Db, id: string, decision: AppealDecided): Promise<void> {
  await db.update(appeals).set(decision).where(eq(appeals.id, id));
}

/** Closes the open appeals about a product after another decision about it. */
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

/** Reopens the appeals that a decision closed, after the decision was undone. */
export async function reopenAppeals(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .update(appeals)
    .set({ outcome: null, reply: null, judgeId: null, decidedAt: null })
    .where(inArray(appeals.id, [...ids]));
}

/** Closes the open appeals against measures that have ended. */
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
