import { eq, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { MODERATION_LIMITS, QUEUE_GROUP_KINDS, type QueueGroupKind } from '@/lib/contract/moderation';
import type { QueueGroup } from '@/lib/contract/moderation-queue';
import type { Db } from '@/server/db/client';
import { queueEntries } from '@/server/db/schema/moderation-schema';
import { listOrder, type PageFrom } from './list-order';
import { timestamptz } from './sql-values';

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

export async function snoozeQueueEntry(db: Db, productId: string, until: Date | null): Promise<void> {
  await db.update(queueEntries).set({ snoozedUntil: until }).where(eq(queueEntries.productId, productId));
}

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

type QueueOptions = PageFrom & {
  now: Date;
  group?: Pick<QueueGroup, 'kind' | 'key'>;
  isSnoozed?: boolean;
};

/** Products that wait, by when they are due; those of another status, by when they were submitted. */
export const queueOrder = listOrder<{ id: string } & ({ dueAt: Date } | { createdAt: Date })>('queue', {
  ...{ type: 'timestamptz', direction: 'ascending' },
  positionOf: (row) => ({ value: 'dueAt' in row ? row.dueAt : row.createdAt, id: row.id }),
});

/** The queue after a position: by age, riskier entries later. */
export async function listQueue(
  db: Db,
  { now, group, isSnoozed = false, after, limit }: QueueOptions,
): Promise<QueuePlace[]> {
  const conditions = [
    isSnoozed ? sql`NOT ${isAwake(now)}` : isAwake(now),
    ...(group ? [groupConditions[group.kind](group.key)] : []),
    queueOrder.isAfter(after, sql`due_at`, sql`product_id`),
  ];
  const { rows } = await db.execute(sql`
    SELECT product_id::text AS id, waiting_since AS "waitingSince", due_at AS "dueAt", risk, snoozed_until AS "snoozedUntil"
    FROM queue_entries WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY due_at, product_id LIMIT ${limit}`);
  return placeRow.parse(rows);
}

export async function countQueue(db: Db, now: Date, isSnoozed = false): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    SELECT count(*)::integer AS total FROM (
      SELECT FROM queue_entries WHERE ${isSnoozed ? sql`NOT ${isAwake(now)}` : isAwake(now)}
      LIMIT ${MODERATION_LIMITS.countedPendingMax}
    ) AS queue`);
  return rows[0]?.total ?? 0;
}

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

const groupRow = z.array(
  z.object({
    kind: z.enum(QUEUE_GROUP_KINDS),
    key: z.string(),
    label: z.string(),
    count: z.number(),
  }),
);

/** The largest groups of at least two entries among the first 5,000 of the queue, largest first. */
export async function listQueueGroups(db: Db, now: Date): Promise<QueueGroup[]> {
  const { rows } = await db.execute(sql`
    WITH queue AS (
      SELECT product_id, submitter_id, site, text_hash FROM queue_entries WHERE ${isAwake(now)}
      ORDER BY due_at, product_id LIMIT ${MODERATION_LIMITS.countedPendingMax}
    ), counted AS (
      SELECT 'site' AS kind, site COLLATE "default" AS key, count(*)::integer AS count, min(product_id) AS first_id
      FROM queue WHERE site IS NOT NULL GROUP BY site
      UNION ALL
      SELECT 'text', encode(text_hash, 'hex'), count(*)::integer, min(product_id)
      FROM queue WHERE text_hash IS NOT NULL GROUP BY text_hash
      UNION ALL
      SELECT 'member', submitter_id::text, count(*)::integer, min(product_id)
      FROM queue WHERE submitter_id IS NOT NULL GROUP BY submitter_id
    ), largest AS (
      SELECT * FROM counted WHERE count > 1
      ORDER BY count DESC, kind, first_id LIMIT ${MODERATION_LIMITS.groupsMax}
    )
    SELECT kind, count,
      CASE WHEN kind = 'member' THEN users.handle ELSE key END AS key,
      CASE kind WHEN 'site' THEN key WHEN 'member' THEN users.name ELSE products.tagline END AS label
    FROM largest
    LEFT JOIN users ON users.id = CASE WHEN kind = 'member' THEN key::bigint END
    LEFT JOIN products ON products.id = first_id
    WHERE kind <> 'member' OR users.id IS NOT NULL
    ORDER BY count DESC, kind, first_id`);
  return groupRow.parse(rows);
}

export async function listRelatedEntries(db: Db, productId: string, limit: number): Promise<string[]> {
  const others = (column: SQL) => sql`(SELECT other.product_id FROM queue_entries AS other
    WHERE other.${column} = entry.${column} AND other.product_id <> entry.product_id
    ORDER BY other.due_at, other.product_id LIMIT ${limit})`;
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT DISTINCT related.product_id::text AS id FROM queue_entries AS entry
    CROSS JOIN LATERAL (${others(sql`site`)} UNION ${others(sql`text_hash`)}) AS related
    WHERE entry.product_id = ${productId} LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** What the risk of an entry is computed from. Every number is counted up to 10. */
export type RiskSignals = {
  /** Null for products without a submitter. */
  accountCreatedAt: Date | null;
  rejected: number;
  /** Other pending products of the submitter, on the same site, and with the same texts. */
  pendingOfMember: number;
  pendingOfSite: number;
  pendingOfText: number;
};

const signalRow = z.object({
  accountCreatedAt: z.nullable(z.coerce.date()),
  rejected: z.number(),
  pendingOfMember: z.number(),
  pendingOfSite: z.number(),
  pendingOfText: z.number(),
});

/** Undefined when the product is not in the queue. */
export async function findRiskSignals(
  db: Db,
  productId: string,
  { site, textHash }: Described,
): Promise<RiskSignals | undefined> {
  const others = (isSame: SQL) => sql`(SELECT count(*)::integer FROM (
    SELECT FROM queue_entries AS other WHERE ${isSame} AND other.product_id <> entry.product_id LIMIT 10
  ) AS found)`;
  const { rows } = await db.execute(sql`
    SELECT
      (SELECT created_at FROM users WHERE users.id = entry.submitter_id) AS "accountCreatedAt",
      (SELECT count(*)::integer FROM (
        (SELECT FROM products
        WHERE products.submitter_id = entry.submitter_id AND products.review_status = 'rejected' LIMIT 10)
        UNION ALL
        -- Those that the member has withdrawn since.
        (SELECT FROM rejection_times
        JOIN audit_entries ON audit_entries.id = entry_id
        LEFT JOIN products ON products.id = subject_id AND products.submitter_id = entry.submitter_id
        WHERE user_id = entry.submitter_id AND products.id IS NULL LIMIT 10)
        LIMIT 10
      ) AS found) AS rejected,
      ${others(sql`other.submitter_id = entry.submitter_id`)} AS "pendingOfMember",
      ${others(sql`other.site = ${site}`)} AS "pendingOfSite",
      ${others(sql`other.text_hash = ${textHash}`)} AS "pendingOfText"
    FROM queue_entries AS entry WHERE entry.product_id = ${productId}`);
  return z.array(signalRow).parse(rows)[0];
}
