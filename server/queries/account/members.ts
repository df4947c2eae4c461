import { and, desc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { FORMER_MEMBER } from '@/lib/contract/plain/former-member';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import type { Db } from '@/server/db/client';
import { memberRejections } from '@/server/db/schema/member-schema';
import { users } from '@/server/db/schema';
import { timestamptz, boundOf, type ListPosition } from '@/server/queries/sql-values';

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
type Page = { after?: ListPosition; limit: number };

const selectMembers = (db: Db) =>
  db.select(columns).from(users).leftJoin(memberRejections, eq(memberRejections.userId, users.id)).$dynamic();

export type MemberRow = Awaited<ReturnType<typeof selectMembers>>[number];

/**
 * Members after a position, the newest first.
 *
 * @param hasIssue only those whose handle or name could deceive.
 */
export async function listNewestMembers(
  db: Db,
  { after, limit, hasIssue = false }: Page & { hasIssue?: boolean },
): Promise<MemberRow[]> {
  const isAfter =
    after && sql`(${users.createdAt}, ${users.id}) < (${boundOf(after)}::timestamptz, ${after.id}::bigint)`;
  return selectMembers(db)
    .where(and(isMember, isAfter, hasIssue ? isNotNull(users.nameIssue) : undefined))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit);
}

/** Members with rejections after a position, those with the most first. */
export async function listRejectedMembers(db: Db, { after, limit }: Page): Promise<MemberRow[]> {
  const { rejectionCount, userId } = memberRejections;
  const isAfter =
    after && sql`(${rejectionCount}, ${userId}) < (${after.value}::integer, ${after.id}::bigint)`;
  return db
    .select(columns)
    .from(memberRejections)
    .innerJoin(users, eq(users.id, userId))
    .where(and(isMember, isAfter, sql`${rejectionCount} > 0`))
    .orderBy(desc(rejectionCount), desc(userId))
    .limit(limit);
}

/** The first members whose handle or name begins with a text. */
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

/** What a member has done, in numbers, each counted up to a limit. */
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
