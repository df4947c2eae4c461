import { eq, type SQL, sql } from 'drizzle-orm';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import type { Db } from '@/server/db/client';
import { users } from '@/server/db/schema';
import type { KeptContent } from '@/server/db/schema/kept-record-schema';
import { memberMeasures, memberNotes, memberRejections } from '@/server/db/schema/member-schema';
import { appeals } from '@/server/db/schema/moderation-schema';
import { listWithdrawnClaimsOf } from '@/server/queries/products/claims';
import { setUpvotesAsideAgain } from '@/server/queries/reactions/counted-upvotes';

export type { KeptContent };

const isoOf = (at: SQL) => sql`to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

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
    SELECT entry_id::text AS "entryId", ${isoOf(sql`rejected_at`)} AS "rejectedAt"
    FROM rejection_times WHERE user_id = ${userId}::bigint ORDER BY rejected_at DESC LIMIT ${MEMBER_LIMITS.shownMax}`);
  const { rows: rings } = await db.execute<{ id: string; setAsideAt: string }>(sql`
    SELECT id::text AS id, ${isoOf(sql`set_aside_at`)} AS "setAsideAt"
    FROM vote_ring_members JOIN vote_rings ON id = ring_id
    WHERE user_id = ${userId}::bigint AND set_aside_at IS NOT NULL`);
  const { rows: setAside } = await db.execute<{ productId: string; ringId: string }>(sql`
    SELECT product_id::text AS "productId", ring_id::text AS "ringId"
    FROM set_aside_upvotes WHERE user_id = ${userId}::bigint`);
  const { rows: suggested } = await db.execute<{ rejectedAt: string | null }>(sql`
    SELECT ${isoOf(sql`greatest(
      (SELECT max(decided_at) FROM suggestions WHERE member_id = ${userId}::bigint AND status = 'rejected'),
      (SELECT suggestion_rejected_at FROM member_rejections WHERE user_id = ${userId}::bigint)
    )`)} AS "rejectedAt"`);
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
    withdrawnClaims: await listWithdrawnClaimsOf(db, userId),
    rings,
    setAside,
    suggestionRejectedAt: suggested[0]?.rejectedAt ?? null,
  };
}

/** Writes all but a ban and withdrawn claims, which take more from an account: see `startBanOf` and `returnWithdrawnClaims`. */
export async function writeKeptContent(db: Db, userId: string, content: KeptContent): Promise<void> {
  const { suspendedUntil: until, measures, notes, rejectionCount, rejections } = content;
  const { rings = [], setAside = [], suggestionRejectedAt = null } = content;
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
  if (rejectionCount > 0 || suggestionRejectedAt !== null) {
    await db.execute(sql`
      INSERT INTO member_rejections (user_id, rejection_count, suggestion_rejected_at)
      VALUES (${userId}::bigint, ${rejectionCount}, ${suggestionRejectedAt}::timestamptz)
      ON CONFLICT (user_id) DO UPDATE
      SET rejection_count = member_rejections.rejection_count + excluded.rejection_count,
        suggestion_rejected_at = greatest(member_rejections.suggestion_rejected_at, excluded.suggestion_rejected_at)`);
  }
  for (const { entryId, rejectedAt } of rejections) {
    await db.execute(sql`
      INSERT INTO rejection_times (entry_id, user_id, rejected_at)
      VALUES (${entryId}::bigint, ${userId}::bigint, ${rejectedAt}::timestamptz) ON CONFLICT DO NOTHING`);
  }
  if (rings.length > 0) {
    await db.execute(sql`
      INSERT INTO vote_ring_members (ring_id, user_id)
      SELECT id, ${userId}::bigint FROM vote_rings
      WHERE id = ANY(${sql.param(rings.map(({ id }) => id))}::bigint[]) AND set_aside_at IS NOT NULL
      ON CONFLICT DO NOTHING`);
  }
  await setUpvotesAsideAgain(db, userId, setAside);
}
