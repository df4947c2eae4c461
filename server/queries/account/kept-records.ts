import { and, asc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import type { Db } from '@/server/db/client';
import { users } from '@/server/db/schema';
import {
  digestKeys,
  type KeptContent,
  keptRecordDigests,
  keptRecords,
} from '@/server/db/schema/kept-record-schema';
import { memberMeasures, memberNotes, memberRejections } from '@/server/db/schema/member-schema';
import { appeals } from '@/server/db/schema/moderation-schema';
import { timestamptz } from '@/server/queries/sql-values';

export type { KeptContent };

export const listDigestKeys = (db: Db) => db.select().from(digestKeys).orderBy(asc(digestKeys.id));
type DigestKeyRow = Awaited<ReturnType<typeof listDigestKeys>>[number];

/** Adds a key unless another transaction has added one meanwhile. */
export async function insertDigestKey(db: Db, key: typeof digestKeys.$inferInsert): Promise<void> {
  await db.execute(sql`LOCK TABLE digest_keys IN SHARE ROW EXCLUSIVE MODE`);
  if ((await db.$count(digestKeys, eq(digestKeys.kid, key.kid))) === 0)
    await db.insert(digestKeys).values(key);
}

export async function updateDigestKey(
  db: Db,
  { id, kid }: DigestKeyRow,
  sealed: { kid: string; sealed: Buffer },
): Promise<void> {
  await db
    .update(digestKeys)
    .set(sealed)
    .where(and(eq(digestKeys.id, id), eq(digestKeys.kid, kid)));
}

type Digest = { digest: Buffer; keyId: string };

export async function listRecordsByDigest(db: Db, digests: readonly Digest[]) {
  if (digests.length === 0) return [];
  return db
    .selectDistinct({ id: keptRecords.id, userId: keptRecords.userId, content: keptRecords.content })
    .from(keptRecords)
    .innerJoin(keptRecordDigests, eq(keptRecordDigests.recordId, keptRecords.id))
    .where(
      inArray(
        keptRecordDigests.digest,
        digests.map(({ digest }) => digest),
      ),
    );
}

/** Adds or changes the record of an account, and adds digests to it. */
export async function upsertRecord(
  db: Db,
  { userId, content, expiresAt }: { userId: string; content: KeptContent | null; expiresAt: Date | null },
  digests: readonly Digest[],
): Promise<void> {
  const [row] = await db
    .insert(keptRecords)
    .values({ userId, content, expiresAt })
    .onConflictDoUpdate({ target: keptRecords.userId, set: { content, expiresAt } })
    .returning({ id: keptRecords.id });
  if (!row || digests.length === 0) return;
  await db
    .insert(keptRecordDigests)
    .values(digests.map((digest) => ({ ...digest, recordId: row.id })))
    .onConflictDoNothing();
}

export async function moveDigests(db: Db, recordIds: readonly string[], userId: string): Promise<void> {
  const ids = sql`${sql.param(recordIds)}::bigint[]`;
  await db.execute(sql`
    INSERT INTO kept_record_digests (digest, record_id, key_id)
    SELECT digest, kept_records.id, key_id FROM kept_record_digests, kept_records
    WHERE record_id = ANY(${ids}) AND kept_records.user_id = ${userId}::bigint
    ON CONFLICT DO NOTHING`);
  await db.execute(sql`DELETE FROM kept_records WHERE id = ANY(${ids}) AND user_id IS NULL`);
}

export async function deleteRecordOf(db: Db, userId: string): Promise<void> {
  await db.delete(keptRecords).where(eq(keptRecords.userId, userId));
}

export async function deleteExpiredRecords(db: Db, now: Date): Promise<void> {
  await db.delete(keptRecords).where(and(isNotNull(keptRecords.expiresAt), lte(keptRecords.expiresAt, now)));
  await db.execute(sql`
    DELETE FROM kept_records USING users
    WHERE users.id = user_id AND banned_at IS NULL
      AND NOT coalesce(suspended_until > ${timestamptz(now)}, false)`);
}

/** How many digests a lost session key has made useless, for now. */
export async function countLostDigests(db: Db, lostKeyIds: readonly string[]): Promise<number> {
  if (lostKeyIds.length === 0) return 0;
  return db.$count(keptRecordDigests, inArray(keptRecordDigests.keyId, [...lostKeyIds]));
}

export async function readKeptContent(db: Db, userId: string): Promise<KeptContent | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) return undefined;
  const measures = await db
    .select({ measure: memberMeasures, outcome: appeals.outcome })
    .from(memberMeasures)
    .leftJoin(appeals, eq(appeals.measureId, memberMeasures.id))
    .where(eq(memberMeasures.userId, userId))
    .orderBy(sql`${memberMeasures.id} DESC`)
    .limit(MEMBER_LIMITS.shownMax);
  const notes = await db
    .select()
    .from(memberNotes)
    .where(eq(memberNotes.userId, userId))
    .orderBy(sql`${memberNotes.id} DESC`)
    .limit(MEMBER_LIMITS.shownMax);
  const [counted] = await db.select().from(memberRejections).where(eq(memberRejections.userId, userId));
  const { rows: rejections } = await db.execute<{ entryId: string; rejectedAt: string }>(sql`
    SELECT entry_id::text AS "entryId", to_char(rejected_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "rejectedAt"
    FROM rejection_times WHERE user_id = ${userId}::bigint ORDER BY rejected_at DESC LIMIT ${MEMBER_LIMITS.shownMax}`);
  return {
    bannedAt: user.bannedAt?.toISOString() ?? null,
    banReason: user.banReason,
    suspendedUntil: user.suspendedUntil?.toISOString() ?? null,
    measures: measures.reverse().map(({ measure, outcome }) => ({
      ...{ kind: measure.kind, reason: measure.reason },
      suspendedUntil: measure.suspendedUntil?.toISOString() ?? null,
      createdAt: measure.createdAt.toISOString(),
      acknowledgedAt: measure.acknowledgedAt?.toISOString() ?? null,
      endedAt: measure.endedAt?.toISOString() ?? null,
      isAnswered: outcome !== null,
    })),
    notes: notes.reverse().map(({ text, createdAt }) => ({ text, createdAt: createdAt.toISOString() })),
    rejectionCount: counted?.rejectionCount ?? 0,
    rejections,
  };
}

/** Writes all but a ban, which takes more from an account: see `startBanOf`. */
export async function writeKeptContent(db: Db, userId: string, content: KeptContent): Promise<void> {
  const { suspendedUntil: until, measures, notes, rejectionCount, rejections } = content;
  if (until !== null) {
    const suspendedUntil = sql`greatest(${users.suspendedUntil}, ${until}::timestamptz)`;
    await db.update(users).set({ suspendedUntil }).where(eq(users.id, userId));
  }
  for (const { isAnswered, ...measure } of measures) {
    const { rows } = await db.execute<{ id: string }>(sql`
      INSERT INTO member_measures (user_id, kind, reason, suspended_until, created_at, acknowledged_at, ended_at)
      VALUES (${userId}::bigint, ${measure.kind}, ${measure.reason}, ${measure.suspendedUntil}::timestamptz,
        ${measure.createdAt}::timestamptz, ${measure.acknowledgedAt}::timestamptz,
        ${measure.endedAt}::timestamptz)
      RETURNING id::text`);
    const measureId = rows[0]?.id;
    if (!isAnswered || measureId === undefined) continue;
    await db.execute(sql`
      INSERT INTO appeals (user_id, measure_id, text, created_at, decided_at, outcome)
      VALUES (${userId}::bigint, ${measureId}::bigint, 'Answered from an account that was deleted since.',
        ${measure.createdAt}::timestamptz, ${measure.createdAt}::timestamptz, 'upheld')`);
  }
  for (const { text, createdAt } of notes) {
    await db.execute(sql`
      INSERT INTO member_notes (user_id, text, created_at)
      VALUES (${userId}::bigint, ${text}, ${createdAt}::timestamptz)`);
  }
  if (rejectionCount > 0) {
    await db.execute(sql`
      INSERT INTO member_rejections (user_id, rejection_count) VALUES (${userId}::bigint, ${rejectionCount})
      ON CONFLICT (user_id) DO UPDATE
      SET rejection_count = member_rejections.rejection_count + excluded.rejection_count`);
  }
  for (const { entryId, rejectedAt } of rejections) {
    await db.execute(sql`
      INSERT INTO rejection_times (entry_id, user_id, rejected_at)
      VALUES (${entryId}::bigint, ${userId}::bigint, ${rejectedAt}::timestamptz) ON CONFLICT DO NOTHING`);
  }
}
