import { and, desc, eq, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { FORMER_MEMBER } from '@/lib/contract/plain/site';
import { type MeasureKind, MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import type { Db } from '@/server/db/client';
import { memberMeasures, memberNotes, memberRejections } from '@/server/db/schema/member-schema';
import { users } from '@/server/db/schema';
import { listOrder, newestFirst, type PageFrom } from '@/server/queries/list-order';
import { timestamptz } from '@/server/queries/sql-values';

const columns = {
  id: users.id,
  handle: users.handle,
  name: users.name,
  role: users.role,
  createdAt: users.createdAt,
  bannedAt: users.bannedAt,
  suspendedUntil: users.suspendedUntil,
  deletionRequestedAt: users.deletionRequestedAt,
  nameIssue: users.nameIssue,
  rejectionCount: sql<number>`coalesce(${memberRejections.rejectionCount}, 0)`,
};

const isMember = and(isNull(users.deletedAt), ne(users.handle, FORMER_MEMBER.handle));

const selectMembers = (db: Db) =>
  db.select(columns).from(users).leftJoin(memberRejections, eq(memberRejections.userId, users.id)).$dynamic();

export type MemberRow = Awaited<ReturnType<typeof selectMembers>>[number];

export const memberOrder = newestFirst('members');

/** @param hasIssue only those whose handle or name could deceive. */
export async function listNewestMembers(
  db: Db,
  { after, limit, hasIssue = false }: PageFrom & { hasIssue?: boolean },
): Promise<MemberRow[]> {
  const isAfter = memberOrder.isAfter(after, users.createdAt, users.id);
  return selectMembers(db)
    .where(and(isMember, isAfter, hasIssue ? isNotNull(users.nameIssue) : undefined))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit);
}

export const rejectedMemberOrder = listOrder<MemberRow>('rejectedMembers', {
  ...{ type: 'integer', direction: 'descending' },
  positionOf: ({ rejectionCount: value, id }) => ({ value, id }),
});

export async function listRejectedMembers(db: Db, { after, limit }: PageFrom): Promise<MemberRow[]> {
  const { rejectionCount, userId } = memberRejections;
  const isAfter = rejectedMemberOrder.isAfter(after, rejectionCount, userId);
  return db
    .select(columns)
    .from(memberRejections)
    .innerJoin(users, eq(users.id, userId))
    .where(and(isMember, isAfter, sql`${rejectionCount} > 0`))
    .orderBy(desc(rejectionCount), desc(userId))
    .limit(limit);
}

export async function searchMembers(db: Db, text: string): Promise<MemberRow[]> {
  const prefix = `${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const beginning = (of: SQL) =>
    sql`(SELECT id FROM users WHERE ${of} LIKE ${prefix} LIMIT ${MEMBER_LIMITS.pageSize})`;
  return selectMembers(db)
    .where(
      and(isMember, sql`${users.id} IN (${beginning(sql`handle`)} UNION ${beginning(sql`lower(name)`)})`),
    )
    .orderBy(users.handle)
    .limit(MEMBER_LIMITS.pageSize);
}

export async function findMember(db: Db, id: string): Promise<MemberRow | undefined> {
  const [row] = await selectMembers(db).where(and(isMember, eq(users.id, id)));
  return row;
}

/** Locks a member against changes by others until the transaction ends. */
export async function lockMember(db: Db, id: string) {
  const [row] = await db
    .select({
      id: users.id,
      handle: users.handle,
      role: users.role,
      bannedAt: users.bannedAt,
      suspendedUntil: users.suspendedUntil,
    })
    .from(users)
    .where(and(isMember, eq(users.id, id)))
    .for('no key update');
  return row;
}
export type LockedMember = NonNullable<Awaited<ReturnType<typeof lockMember>>>;

export async function updateStanding(
  db: Db,
  id: string,
  changes: Partial<Pick<typeof users.$inferInsert, 'bannedAt' | 'banReason' | 'suspendedUntil'>>,
): Promise<void> {
  await db.update(users).set(changes).where(eq(users.id, id));
}

export async function countActivity(db: Db, userId: string, now: Date) {
  const upTo = (from: SQL) =>
    sql`(SELECT count(*)::integer FROM (SELECT FROM ${from} LIMIT ${MEMBER_LIMITS.countedMax}) AS counted)`;
  const { rows } = await db.execute<Record<'upvotes' | 'setAside' | 'sessions' | 'open', number>>(sql`
    SELECT ${upTo(sql`upvotes WHERE user_id = ${userId}`)} AS upvotes,
      ${upTo(sql`set_aside_upvotes WHERE user_id = ${userId}`)} AS "setAside",
      ${upTo(sql`sessions WHERE user_id = ${userId} AND revoked_at IS NULL AND expires_at > ${timestamptz(now)}`)} AS sessions,
      ${upTo(sql`reports WHERE reporter_id = ${userId} AND resolved_at IS NULL`)} AS open`);
  return rows[0] ?? { upvotes: 0, setAside: 0, sessions: 0, open: 0 };
}

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
const holds = (now: Date) =>
  sql<boolean>`CASE ${kind} WHEN 'warning' THEN ${acknowledgedAt} IS NULL
    WHEN 'suspension' THEN ${suspendedUntil} > ${now.toISOString()}::timestamptz ELSE true END`;

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
