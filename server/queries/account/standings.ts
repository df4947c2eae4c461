import { ne, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { users } from '@/server/db/schema';
import type { Role } from '@/lib/contract/user';
import { timestamptz } from '@/server/queries/sql-values';
import { AGREEMENT_RULES } from '@/lib/contract/plain/product-parts';
import { DAY_MS } from '@/lib/contract/plain/durations';

/** What decides whether somebody may act: `findLostStanding` of the policies does. */
export type StandingRow = { role: Role; isBanned: boolean; isSuspended: boolean; isLeaving: boolean };

/** The columns of a `StandingRow`, at an instant. */
export const standingColumns = (now: ReturnType<typeof sql>) => ({
  role: users.role,
  isBanned: sql<boolean>`${users.bannedAt} IS NOT NULL`,
  isSuspended: sql<boolean>`coalesce(${users.suspendedUntil} > ${now}, false)`,
  isLeaving: sql<boolean>`(${users.deletionRequestedAt} IS NOT NULL OR ${users.deletedAt} IS NOT NULL)`,
});

export const standingAt = (now: Date) => standingColumns(timestamptz(now));

/**
 * The standing of users, who are locked until the transaction ends: a ban waits for the transaction, and takes what it has written.
 * Lock order: users before products, upvotes and claims.
 */
export async function lockStandings(
  db: Db,
  userIds: readonly string[],
  now: Date,
): Promise<Map<string, StandingRow & { suspendedUntil: Date | null }>> {
  const rows = await db
    .select({ id: users.id, suspendedUntil: users.suspendedUntil, ...standingAt(now) })
    .from(users)
    .where(sql`${users.id} = ANY(${sql.param([...userIds])}::bigint[])`)
    .orderBy(users.id)
    .for('share');
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** Everybody with a role above member, whether or not they may use it now. */
export const listStaff = (db: Db, now: Date): Promise<({ id: string } & StandingRow)[]> =>
  db
    .select({ id: users.id, ...standingAt(now) })
    .from(users)
    .where(ne(users.role, 'member'));

export type MemberStanding = {
  id: string;
  accountCreatedAt: Date;
  /** The number of approved submissions and of suggestions that moderators accepted, counted up to the required number. */
  contributionCount: number;
  /** Undefined without a rejection in the time that counts. */
  lastRejectedAt: Date | undefined;
  /** Banned, suspended, or about to be deleted. */
  isBarred: boolean;
  isSetAside: boolean;
};

type Row = Omit<MemberStanding, 'accountCreatedAt' | 'lastRejectedAt'> & {
  accountCreatedAt: string;
  lastRejectedAt: string | null;
};

export async function listMemberStandings(
  db: Db,
  memberIds: readonly string[],
  now: Date,
): Promise<Map<string, MemberStanding>> {
  if (memberIds.length === 0) return new Map();
  const { contributionsMin, calmDays } = AGREEMENT_RULES;
  const since = sql`${new Date(now.getTime() - calmDays * DAY_MS).toISOString()}::timestamptz`;
  const countOf = (rows: ReturnType<typeof sql>) =>
    sql`(SELECT count(*) FROM (SELECT ${rows} LIMIT ${contributionsMin}) AS counted)`;
  const instantOf = (at: ReturnType<typeof sql>) =>
    sql`to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const { rows } = await db.execute<Row>(sql`
    SELECT users.id::text AS id, ${instantOf(sql`users.created_at`)} AS "accountCreatedAt",
      least(${contributionsMin},
        ${countOf(sql`FROM products WHERE submitter_id = users.id AND status = 'approved'`)}
        + ${countOf(sql`FROM products WHERE submitter_id = users.id AND review_status = 'discontinued'`)}
        + ${countOf(sql`FROM suggestions WHERE member_id = users.id AND status = 'accepted' AND NOT is_accepted_by_members`)}
      )::integer AS "contributionCount",
      ${instantOf(sql`greatest(
        (SELECT max(rejected_at) FROM rejection_times WHERE user_id = users.id AND rejected_at > ${since}),
        (SELECT max(decided_at) FROM suggestions WHERE member_id = users.id AND status = 'rejected' AND decided_at > ${since}),
        (SELECT suggestion_rejected_at FROM member_rejections WHERE user_id = users.id AND suggestion_rejected_at > ${since})
      )`)} AS "lastRejectedAt",
      banned_at IS NOT NULL OR deletion_requested_at IS NOT NULL OR deleted_at IS NOT NULL
        OR coalesce(suspended_until > ${now.toISOString()}::timestamptz, false) AS "isBarred",
      EXISTS (
        SELECT FROM vote_ring_members JOIN vote_rings ON vote_rings.id = ring_id
        WHERE user_id = users.id AND set_aside_at IS NOT NULL
      ) AS "isSetAside"
    FROM users WHERE users.id = ANY(${sql.param(memberIds)}::bigint[])`);
  return new Map(
    rows.map(({ accountCreatedAt, lastRejectedAt, ...row }) => [
      row.id,
      {
        ...row,
        accountCreatedAt: new Date(accountCreatedAt),
        lastRejectedAt: lastRejectedAt === null ? undefined : new Date(lastRejectedAt),
      },
    ]),
  );
}

export async function deleteOldRejectionTimes(db: Db, before: Date): Promise<void> {
  await db.execute(sql`DELETE FROM rejection_times WHERE rejected_at < ${timestamptz(before)}`);
  await db.execute(sql`
    UPDATE member_rejections SET suggestion_rejected_at = NULL WHERE suggestion_rejected_at < ${timestamptz(before)}`);
}
