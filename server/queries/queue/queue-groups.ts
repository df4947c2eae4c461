import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { MODERATION_LIMITS, QUEUE_GROUP_KINDS } from '@/lib/contract/moderation';
import type { QueueGroup } from '@/lib/contract/moderation-queue';
import type { Db } from '@/server/db/client';
import { isAwake } from './queue-entries';

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

/** Other products of the queue with the same site or the same texts. */
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
