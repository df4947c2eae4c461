import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type NoticeKind, type NoticeTiming, NOTICE_RULES, STAFF_NOTICES } from '@/lib/contract/staff-notice';
import type { Db } from '@/server/db/client';
import { users } from '@/server/db/schema';
import { identities } from '@/server/db/schema/sign-in-schema';
import { staffEvents, staffNoticeEmails, staffNotices } from '@/server/db/schema/staff-notice-schema';
import { standingAt, type StandingRow } from '@/server/queries/account/standings';
import { timestamptz } from './sql-values';

/** What waits, and since when each row does. An index has the rows in this order. */
type Source = { rows: SQL; at: SQL; name?: SQL };

const failingAt = sql`failing_since + make_interval(mins => ${NOTICE_RULES.failingMinutes})`;

const SOURCES: Readonly<Record<NoticeKind, Source>> = {
  submissions: { rows: sql`queue_entries WHERE true`, at: sql`waiting_since` },
  reports: { rows: sql`reports WHERE resolved_at IS NULL`, at: sql`created_at` },
  appeals: { rows: sql`appeals WHERE decided_at IS NULL`, at: sql`created_at` },
  suggestions: { rows: sql`suggestions WHERE status = 'open'`, at: sql`created_at` },
  sites: { rows: sql`site_checks WHERE concern IS NOT NULL`, at: sql`concern_since` },
  messages: { rows: sql`contact_messages WHERE closed_at IS NULL`, at: sql`created_at` },
  // These tables have a few rows, and need no index.
  jobs: {
    ...{ rows: sql`job_runs WHERE has_failed AND name <> 'write-backup'`, at: failingAt },
    name: sql`name`,
  },
  backups: { rows: sql`job_runs WHERE has_failed AND name = 'write-backup'`, at: failingAt },
  disk: { rows: sql`site_findings WHERE kind = 'disk'`, at: sql`since` },
  release: { rows: sql`site_findings WHERE kind = 'release'`, at: sql`since`, name: sql`name` },
};

/** When the last of what waits has come, of the kinds that have any. One probe of an index per kind. */
export async function findLatestNews(db: Db, kinds: readonly NoticeKind[]): Promise<Map<NoticeKind, Date>> {
  const { rows } = await db.execute<{ kind: NoticeKind; ms: number | null }>(
    sql.join(
      kinds.map((kind) => {
        const { rows: source, at } = SOURCES[kind];
        return sql`SELECT ${kind}::text AS kind, (
          SELECT round(extract(epoch FROM ${at}) * 1000) FROM ${source} AND ${at} IS NOT NULL ORDER BY ${at} DESC LIMIT 1
        )::double precision AS ms`;
      }),
      sql` UNION ALL `,
    ),
  );
  return new Map(rows.flatMap(({ kind, ms }) => (ms === null ? [] : [[kind, new Date(ms)] as const])));
}

/** After `since`, and up to `until`. */
export type NewsSpan = { kind: NoticeKind; since: Date; until: Date };
export type News = {
  kind: NoticeKind;
  newCount: number;
  waitingCount: number;
  /** Of failed jobs, and of a release: the first ones. */
  names: string[];
};

/** How many rows that still wait have come in each span, and how many wait in all, each counted to one above the limit. */
export async function countNews(db: Db, spans: readonly NewsSpan[]): Promise<News[]> {
  if (spans.length === 0) return [];
  const limit = NOTICE_RULES.countedMax + 1;
  const { rows } = await db.execute<News>(
    sql.join(
      spans.map(({ kind, since, until }) => {
        const { rows: source, at, name } = SOURCES[kind];
        const names = name
          ? sql`ARRAY(SELECT ${name} FROM ${source} AND ${at} <= ${timestamptz(until)} ORDER BY ${name} LIMIT ${NOTICE_RULES.namesMax})`
          : sql`'{}'::text[]`;
        const isNew = sql`${at} > ${timestamptz(since)} AND ${at} <= ${timestamptz(until)}`;
        return sql`SELECT ${kind}::text AS kind,
          (SELECT count(*)::integer FROM (SELECT FROM ${source} AND ${isNew} LIMIT ${limit}) AS counted) AS "newCount",
          (SELECT count(*)::integer FROM (SELECT FROM ${source} LIMIT ${limit}) AS counted) AS "waitingCount",
          ${names} AS names`;
      }),
      sql` UNION ALL `,
    ),
  );
  return rows;
}

type Told = { kind: string; timing: NoticeTiming | null; toldUntil: Date };

/** Somebody with a role above member, and of what the person was told. */
export type StaffMember = StandingRow & { id: string; sentAt: Date | null; notices: Told[] };

/** Everybody with a role above member, whether or not they may use it now. */
export async function listToldStaff(db: Db, now: Date): Promise<StaffMember[]> {
  const rows = await db
    .select({
      person: { id: users.id, ...standingAt(now), sentAt: staffNoticeEmails.sentAt },
      told: { kind: staffNotices.kind, timing: staffNotices.timing, toldUntil: staffNotices.toldUntil },
    })
    .from(users)
    .leftJoin(staffNoticeEmails, eq(staffNoticeEmails.userId, users.id))
    .leftJoin(staffNotices, eq(staffNotices.userId, users.id))
    // As in the index.
    .where(sql`${users.role} <> 'member'`)
    .orderBy(users.id);
  const staff = new Map<string, StaffMember>();
  for (const { person, told } of rows) {
    const known = staff.get(person.id) ?? { ...person, notices: [] };
    if (told) known.notices.push(told);
    staff.set(person.id, known);
  }
  return [...staff.values()];
}

/** Begins to tell somebody of these kinds: of what comes from now on. */
export async function insertStaffNotices(
  db: Db,
  userId: string,
  kinds: readonly NoticeKind[],
  toldUntil: Date,
): Promise<void> {
  await db
    .insert(staffNotices)
    .values(kinds.map((kind) => ({ userId, kind, toldUntil })))
    .onConflictDoNothing();
}

/**
 * Of what somebody was told, and when the last email was. Until the transaction ends, no other one tells the same person.
 */
export async function lockStaffNotices(
  db: Db,
  userId: string,
): Promise<{ sentAt: Date | null; notices: Told[] }> {
  await db.insert(staffNoticeEmails).values({ userId }).onConflictDoNothing();
  const [row] = await db
    .select({ sentAt: staffNoticeEmails.sentAt })
    .from(staffNoticeEmails)
    .where(eq(staffNoticeEmails.userId, userId))
    .for('update');
  return { sentAt: row?.sentAt ?? null, notices: await listStaffNotices(db, userId) };
}

export const listStaffNotices = (db: Db, userId: string): Promise<Told[]> =>
  db.select().from(staffNotices).where(eq(staffNotices.userId, userId));

export async function updateToldUntil(
  db: Db,
  userId: string,
  { kinds, toldUntil }: { kinds: readonly NoticeKind[]; toldUntil: Date },
): Promise<void> {
  await db
    .update(staffNotices)
    .set({ toldUntil })
    .where(and(eq(staffNotices.userId, userId), inArray(staffNotices.kind, [...kinds])));
}

export async function updateStaffEmailSent(db: Db, userId: string, sentAt: Date): Promise<void> {
  await db.update(staffNoticeEmails).set({ sentAt }).where(eq(staffNoticeEmails.userId, userId));
}

/** Stores when somebody is told of these kinds. What came while a kind was off is not told later. Nothing without an account. */
export async function upsertNoticeTimings(
  db: Db,
  userId: string,
  { kinds, timing, now }: { kinds: readonly NoticeKind[]; timing: NoticeTiming; now: Date },
): Promise<void> {
  for (const kind of kinds)
    await db.execute(sql`
      INSERT INTO staff_notices (user_id, kind, timing, told_until)
      SELECT id, ${kind}, ${timing}, ${timestamptz(now)} FROM users WHERE id = ${userId}::bigint
      ON CONFLICT (user_id, kind) DO UPDATE SET timing = EXCLUDED.timing,
        told_until = CASE WHEN coalesce(staff_notices.timing, ${STAFF_NOTICES[kind].timing}) = 'off'
          THEN EXCLUDED.told_until ELSE staff_notices.told_until END`);
}

/** The standing of somebody now, and the timings that the person has chosen. Undefined without an account. */
export async function findToldPerson(
  db: Db,
  userId: string,
  now: Date,
): Promise<(StandingRow & { notices: Told[] }) | undefined> {
  const [standing] = await db.select(standingAt(now)).from(users).where(eq(users.id, userId));
  return standing && { ...standing, notices: await listStaffNotices(db, userId) };
}

/** Those of the emails, in lower case, that providers have verified of admins in good standing: these choose what they are told. */
export async function listChoosingAdmins(
  db: Db,
  emails: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const email = sql<string>`lower(${identities.email})`;
  const rows = await db
    .select({ email, ...standingAt(now) })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(
      and(
        identities.isEmailVerified,
        eq(users.role, 'admin'),
        sql`${email} = ANY(${sql.param(emails.map((each) => each.toLowerCase()))}::text[])`,
      ),
    );
  return new Set(
    rows.flatMap(({ isBanned, isLeaving, isSuspended, ...row }) =>
      isBanned || isLeaving || isSuspended ? [] : row.email,
    ),
  );
}

export const listStaffEvents = (db: Db) => db.select().from(staffEvents);

export async function insertStaffEvent(db: Db, kind: NoticeKind, toldUntil: Date): Promise<void> {
  await db.insert(staffEvents).values({ kind, toldUntil }).onConflictDoNothing();
}

/** Up to when webhooks were told of a kind. Until the transaction ends, no other one tells of it. */
export async function lockStaffEvent(db: Db, kind: NoticeKind): Promise<Date | undefined> {
  const [row] = await db.select().from(staffEvents).where(eq(staffEvents.kind, kind)).for('update');
  return row?.toldUntil;
}

export async function updateStaffEvent(db: Db, kind: NoticeKind, toldUntil: Date): Promise<void> {
  await db.update(staffEvents).set({ toldUntil }).where(eq(staffEvents.kind, kind));
}
