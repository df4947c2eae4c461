import { and, desc, eq, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { MEMBER_LIMITS, type MeasureKind } from '@/lib/contract/plain/moderation';
import type { Db } from '@/server/db/client';
import { memberMeasures, memberNotes } from '@/server/db/schema/member-schema';
import { users } from '@/server/db/schema';

export async function insertMeasure(db: Db, measure: typeof memberMeasures.$inferInsert): Promise<void> {
  await db.insert(memberMeasures).values(measure);
}

/** Ends the measures of a kind that are in force. @returns their ids. */
export async function endMeasures(
  db: Db,
  userId: string,
  kind: MeasureKind,
  endedAt: Date,
): Promise<string[]> {
  const isHeld = and(
    eq(memberMeasures.userId, userId),
    eq(memberMeasures.kind, kind),
    isNull(memberMeasures.endedAt),
  );
  const ended = await db
    .update(memberMeasures)
    .set({ endedAt })
    .where(isHeld)
    .returning({ id: memberMeasures.id });
  return ended.map(({ id }) => id);
}

export async function endMeasure(db: Db, id: string, endedAt: Date): Promise<void> {
  await db.update(memberMeasures).set({ endedAt }).where(eq(memberMeasures.id, id));
}

export async function findMeasure(db: Db, id: string): Promise<MeasureRow | undefined> {
  const [row] = await db.select().from(memberMeasures).where(eq(memberMeasures.id, id));
  return row;
}

const { kind, acknowledgedAt, suspendedUntil, endedAt } = memberMeasures;
/** Whether a measure that was not ended is in force. */
const holds = (now: Date) =>
  sql<boolean>`CASE ${kind} WHEN 'warning' THEN ${acknowledgedAt} IS NULL
    WHEN 'suspension' THEN ${suspendedUntil} > ${now.toISOString()}::timestamptz ELSE true END`;

/** What holds for a member: warnings that wait to be acknowledged, the suspension and the ban. */
export async function listHeldMeasures(db: Db, userId: string, now: Date) {
  return listMeasures(db, userId, and(isNull(endedAt), holds(now)));
}

/** The last measures against a member that are no longer in force, including acknowledged warnings. Newest first. */
export async function listPastMeasures(db: Db, userId: string, now: Date) {
  return listMeasures(db, userId, or(sql`${endedAt} IS NOT NULL`, not(holds(now))));
}

const listMeasures = async (db: Db, userId: string, isWanted: SQL | undefined) =>
  db
    .select()
    .from(memberMeasures)
    .where(and(eq(memberMeasures.userId, userId), isWanted))
    .orderBy(desc(memberMeasures.id))
    .limit(MEMBER_LIMITS.shownMax);
export type MeasureRow = Awaited<ReturnType<typeof listHeldMeasures>>[number];

/** Notes that a member has read a measure. False when it is not the member's. */
export async function updateAcknowledged(
  db: Db,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<boolean> {
  const rows = await db
    .update(memberMeasures)
    .set({
      acknowledgedAt: sql`coalesce(${memberMeasures.acknowledgedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(and(eq(memberMeasures.id, id), eq(memberMeasures.userId, userId)))
    .returning({ id: memberMeasures.id });
  return rows.length > 0;
}

/** The last measures about a member, newest first. */
export async function listMeasuresOf(db: Db, userId: string) {
  const rows = await db
    .select({ measure: memberMeasures, moderatorHandle: users.handle })
    .from(memberMeasures)
    .leftJoin(users, eq(users.id, memberMeasures.moderatorId))
    .where(eq(memberMeasures.userId, userId))
    .orderBy(desc(memberMeasures.id))
    .limit(MEMBER_LIMITS.shownMax);
  return rows.map(({ measure, moderatorHandle }) => ({ ...measure, moderatorHandle }));
}

export async function insertNote(db: Db, note: typeof memberNotes.$inferInsert): Promise<void> {
  await db.insert(memberNotes).values(note);
}

/** The last notes about a member, newest first. */
export async function listNotesOf(db: Db, userId: string) {
  return db
    .select({
      id: memberNotes.id,
      userId: memberNotes.userId,
      text: memberNotes.text,
      createdAt: memberNotes.createdAt,
      authorHandle: users.handle,
    })
    .from(memberNotes)
    .leftJoin(users, eq(users.id, memberNotes.authorId))
    .where(eq(memberNotes.userId, userId))
    .orderBy(desc(memberNotes.id))
    .limit(MEMBER_LIMITS.shownMax);
}
