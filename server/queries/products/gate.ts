import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { GateFigures, Rule } from '@/lib/contract/rule';
import type { Db } from '@/server/db/client';
import { gateFigures, knownAges, submissionObservations } from '@/server/db/schema/gate-schema';
import { users } from '@/server/db/schema';
import { timestamptz } from '@/server/queries/sql-values';

/** Locks a member until the transaction ends, so that submissions of one member are counted one after the other. */
export async function lockSubmitter(db: Db, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

export async function countOpenSubmissions(db: Db, userId: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM products WHERE submitter_id = ${userId}::bigint AND review_status = 'pending'`);
  return rows[0]?.count ?? 0;
}

/** The newest submissions of a member since an instant, also rejected ones and those withdrawn after an approval. The link of a waiting edit stands for that of its product. */
export async function listRecentSubmissions(
  db: Db,
  userId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<{ id: string; url: string; createdAt: Date }[]> {
  const { rows } = await db.execute<{ id: string; url: string; createdAt: string }>(sql`
    SELECT id::text, coalesce(edits.url, products.url) AS url,
      to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt"
    FROM products LEFT JOIN product_edits edits ON edits.product_id = products.id AND products.edit_status = 'pending'
    WHERE submitter_id = ${userId}::bigint AND created_at > ${timestamptz(since)}
    ORDER BY created_at DESC LIMIT ${limit}`);
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: new Date(createdAt) }));
}

/** How many rejections of a member count since an instant, also of products that are gone, and the time of the last one. */
export async function findRejections(
  db: Db,
  userId: string,
  since: Date,
): Promise<{ count: number; lastAt: Date | undefined }> {
  const { rows } = await db.execute<{ count: number; lastAt: string | null }>(sql`
    SELECT count(*)::integer AS count,
      to_char(max(rejected_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lastAt"
    FROM rejection_times WHERE user_id = ${userId}::bigint AND rejected_at > ${timestamptz(since)}`);
  const [row] = rows;
  return { count: row?.count ?? 0, lastAt: row?.lastAt ? new Date(row.lastAt) : undefined };
}

/** Undefined when nothing is known; null when the registry did not say. */
export async function findKnownAge(db: Db, subject: string, now: Date): Promise<Date | null | undefined> {
  const [row] = await db
    .select({ existsSince: knownAges.existsSince })
    .from(knownAges)
    .where(and(eq(knownAges.subject, subject), gt(knownAges.expiresAt, now)));
  return row?.existsSince;
}

export async function upsertKnownAge(db: Db, row: typeof knownAges.$inferInsert): Promise<void> {
  const { existsSince, expiresAt } = row;
  await db
    .insert(knownAges)
    .values(row)
    .onConflictDoUpdate({ target: knownAges.subject, set: { existsSince, expiresAt } });
}

export async function deleteExpiredAges(db: Db, now: Date): Promise<void> {
  await db.execute(sql`DELETE FROM known_ages WHERE expires_at <= ${timestamptz(now)}`);
}

type Observation = typeof submissionObservations.$inferInsert;

export async function insertObservations(db: Db, observations: readonly Observation[]): Promise<void> {
  if (observations.length > 0) await db.insert(submissionObservations).values([...observations]);
}

export async function replaceObservations(
  db: Db,
  { productId, rules }: { productId: string; rules: readonly Rule[] },
  observations: readonly Observation[],
): Promise<void> {
  const { productId: ofProduct, rule } = submissionObservations;
  await db.delete(submissionObservations).where(and(eq(ofProduct, productId), inArray(rule, [...rules])));
  await insertObservations(db, observations);
}

export async function listObservations(db: Db, productId: string) {
  const { rule, outcome, sentence, observedAt } = submissionObservations;
  return db
    .select({ rule, outcome, sentence, observedAt })
    .from(submissionObservations)
    .where(eq(submissionObservations.productId, productId))
    .orderBy(asc(rule));
}

export async function findGateFigures(db: Db): Promise<GateFigures | undefined> {
  const [row] = await db.select({ figures: gateFigures.figures }).from(gateFigures);
  return row?.figures;
}

export async function upsertGateFigures(db: Db, figures: GateFigures): Promise<void> {
  await db
    .insert(gateFigures)
    .values({ figures })
    .onConflictDoUpdate({ target: gateFigures.id, set: { figures } });
}

export type FirstDecision = {
  action: string;
  reason: string | null;
  name: string | null;
  waitedHours: number;
};

/** The first decision about each product since an instant, the newest first. Decisions that were undone do not count. */
export async function listFirstDecisions(
  db: Db,
  { since, limit }: { since: Date; limit: number },
): Promise<FirstDecision[]> {
  const { rows } = await db.execute<FirstDecision>(sql`
    WITH recent AS MATERIALIZED (
      SELECT id, subject_id, action, details, created_at FROM audit_entries
      WHERE created_at > ${timestamptz(since)}
      ORDER BY created_at DESC, id DESC LIMIT ${limit}
    ), decisions AS (
      SELECT DISTINCT ON (subject_id) id, subject_id, action, details, created_at FROM recent
      WHERE action IN ('product.approve', 'product.reject') AND NOT EXISTS (
        SELECT FROM recent AS undoing
        WHERE undoing.action = 'product.undo' AND undoing.details ->> 'undone' = recent.id::text
      )
      ORDER BY subject_id, id
    )
    SELECT action, details ->> 'reason' AS reason, details ->> 'name' AS name,
      (extract(epoch FROM decisions.created_at - products.created_at) / 3600)::double precision AS "waitedHours"
    FROM decisions JOIN products ON products.id = subject_id
    WHERE products.created_at > ${timestamptz(since)}`);
  return rows;
}
