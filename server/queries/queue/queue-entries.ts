import { eq, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { MODERATION_LIMITS, type QueueGroupKind } from '@/lib/contract/moderation';
import type { QueueGroup } from '@/lib/contract/moderation-queue';
import type { Db } from '@/server/db/client';
import { queueEntries } from '@/server/db/schema/moderation-schema';
import { timestamptz, boundOf, type ListPosition } from '@/server/queries/sql-values';

export type Described = { site: string | null; textHash: Buffer };

/** Stores the description and the risk, and wakes the entry. */
export async function updateQueueEntry(
  db: Db,
  productId: string,
  { site, textHash, risk, delayMs }: Described & { risk: number; delayMs: number },
): Promise<void> {
  await db
    .update(queueEntries)
    .set({
      ...{ site, textHash, risk, snoozedUntil: null },
      dueAt: sql`${queueEntries.waitingSince} + ${delayMs} * interval '1 millisecond'`,
    })
    .where(eq(queueEntries.productId, productId));
}

/** Stores the description alone. */
export async function updateQueueDescription(
  db: Db,
  productId: string,
  { site, textHash }: Described,
): Promise<void> {
  await db.update(queueEntries).set({ site, textHash }).where(eq(queueEntries.productId, productId));
}

/** The products in the queue that the server has not described: those of older builds. */
export async function listUndescribedEntries(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT product_id::text AS id FROM queue_entries WHERE text_hash IS NULL ORDER BY due_at, product_id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** Hides an entry until an instant, or shows it again. */
export async function snoozeQueueEntry(db: Db, productId: string, until: Date | null): Promise<void> {
  await db.update(queueEntries).set({ snoozedUntil: until }).where(eq(queueEntries.productId, productId));
}

/** An entry of the queue in its order. */
export type QueuePlace = {
  id: string;
  waitingSince: Date;
  dueAt: Date;
  risk: number;
  snoozedUntil: Date | null;
};

const placeRow = z.array(
  z.object({
    id: z.string(),
    waitingSince: z.coerce.date(),
    dueAt: z.coerce.date(),
    risk: z.number(),
    snoozedUntil: z.nullable(z.coerce.date()),
  }),
);

export const isAwake = (now: Date) => sql`(snoozed_until IS NULL OR snoozed_until <= ${timestamptz(now)})`;

const groupConditions: Record<QueueGroupKind, (key: string) => SQL> = {
  site: (key) => sql`site = ${key}`,
  text: (key) => sql`text_hash = decode(${key}, 'hex')`,
  member: (key) => sql`submitter_id = (SELECT id FROM users WHERE handle = ${key})`,
};

type QueueOptions = {
  now: Date;
  group?: Pick<QueueGroup, 'kind' | 'key'>;
  isSnoozed?: boolean;
  after?: ListPosition;
  limit: number;
};

/** The queue after a position: by age, riskier entries later. */
export async function listQueue(
  db: Db,
  { now, group, isSnoozed = false, after, limit }: QueueOptions,
): Promise<QueuePlace[]> {
  const conditions = [
    isSnoozed ? sql`NOT ${isAwake(now)}` : isAwake(now),
    ...(group ? [groupConditions[group.kind](group.key)] : []),
    ...(after ? [sql`(due_at, product_id) > (${boundOf(after)}::timestamptz, ${after.id}::bigint)`] : []),
  ];
  const { rows } = await db.execute(sql`
    SELECT product_id::text AS id, waiting_since AS "waitingSince", due_at AS "dueAt", risk, snoozed_until AS "snoozedUntil"
    FROM queue_entries WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY due_at, product_id LIMIT ${limit}`);
  return placeRow.parse(rows);
}

/** The number of products that wait, counted up to a limit. */
export async function countQueue(db: Db, now: Date, isSnoozed = false): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    SELECT count(*)::integer AS total FROM (
      SELECT FROM queue_entries WHERE ${isSnoozed ? sql`NOT ${isAwake(now)}` : isAwake(now)}
      LIMIT ${MODERATION_LIMITS.countedPendingMax}
    ) AS queue`);
  return rows[0]?.total ?? 0;
}

/** How many places are counted, so that the length of the queue does not matter. */
const queuePlaceMax = 1_000;

/**
 * The place of each pending product in the queue, for the first 1,000. The next product has place 1. Snoozed ones are not counted, as the
 * queue does not show them; one of them has the place that it would have if it was shown.
 */
export async function listQueuePlaces(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; place: number }>(sql`
    SELECT product_id::text AS id, place::integer FROM (
      SELECT product_id, 1 + count(*) FILTER (WHERE ${isAwake(now)}) OVER (
        ORDER BY due_at, product_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
      ) AS place
      FROM queue_entries ORDER BY due_at, product_id LIMIT ${queuePlaceMax}
    ) AS queue
    WHERE product_id = ANY(${sql.param(ids)}::bigint[])`);
  return new Map(rows.map(({ id, place }) => [id, place]));
}
