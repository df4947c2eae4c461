import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';
import type { LogPosition } from '@/server/db/replicas';
import { timestamptz } from '@/server/queries/sql-values';

const change = z.object({
  xid: z.string(),
  /** `site`: the notices of the site file. `bookmarks`: the count of one product. For the others, see 0047_public_changes. */
  kind: z.enum(['upvotes', 'bookmarks', 'content', 'listing', 'added', 'tags', 'user', 'site']),
  productId: z.nullable(z.string()),
  userId: z.nullable(z.string()),
  /** The current place of the product in the orders; null without a product. */
  hot: z.nullable(z.number()),
  rankingUpvoteCount: z.nullable(z.number()),
  /** The current tags of the product. */
  tags: z.array(z.string()),
});
export type PublicChange = Omit<z.infer<typeof change>, 'xid'>;

const rows = z.array(z.object({ until: z.string(), logPosition: z.string(), change: z.nullable(change) }));

/** The most changes that are read at once. A process that has missed more takes all that it has cached for old. */
export const PUBLIC_CHANGES_MAX = 4_096;

/**
 * The changes of transactions that have ended since an earlier reading.
 *
 * Ids of transactions are given at the start, so a transaction may end after one with a higher id. `until` is the lowest
 * id that was still running: all below have ended, and the next reading begins there. It reads some changes again.
 *
 * `logPosition` is behind every change that the reading contains.
 *
 * @param since `until` of the earlier reading. Undefined: reads where the next reading begins, and the changes that it
 *   will read again.
 */
export async function listPublicChanges(
  db: Db,
  since: string | undefined,
): Promise<{
  until: string;
  changes: Map<string, PublicChange>;
  areAll: boolean;
  logPosition?: LogPosition;
}> {
  const answer = await db.execute(sql`
    WITH current AS (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS until,
      pg_current_wal_insert_lsn()::text AS log_position)
    SELECT current.until::text AS until, current.log_position AS "logPosition", CASE WHEN noted.xid IS NULL THEN NULL ELSE json_build_object(
      'xid', noted.xid::text,
      'kind', CASE
        WHEN noted.kind = 'listing' AND noted.product_id IS NULL THEN 'site'
        WHEN noted.kind = 'user' AND noted.product_id IS NOT NULL THEN 'bookmarks'
        ELSE noted.kind
      END,
      'productId', noted.product_id::text, 'userId', noted.user_id::text,
      'hot', hot_score(products.weighing_upvote_count, products.approved_at), 'rankingUpvoteCount', products.weighing_upvote_count,
      'tags', ARRAY(
        SELECT tags.slug FROM product_tags JOIN tags ON tags.id = product_tags.tag_id
        WHERE product_tags.product_id = noted.product_id
      )
    ) END AS change
    FROM current
    LEFT JOIN public_changes noted ON noted.xid >= COALESCE(${since ?? null}::text::xid8, current.until)
    LEFT JOIN products ON products.id = noted.product_id
    LIMIT ${PUBLIC_CHANGES_MAX + 1}`);
  const read = rows.parse(answer.rows);
  const changes = new Map<string, PublicChange>();
  for (const { change: noted } of read) {
    if (!noted) continue;
    const { xid, ...shown } = noted;
    changes.set(`${xid} ${noted.kind} ${noted.productId} ${noted.userId}`, shown);
  }
  const { until = '', logPosition } = read[0] ?? {};
  return { until, changes, areAll: read.length <= PUBLIC_CHANGES_MAX, logPosition };
}

/**
 * Has every process read its site file again. Noted as a listing without a product, because processes of earlier versions
 * know no other kind.
 */
export async function noteSiteChange(db: Db): Promise<void> {
  await db.execute(sql`INSERT INTO public_changes (kind) VALUES ('listing')`);
}

/** Marks the pages that show these products, if listed, as changed. Triggers note only changes of the products' own rows. */
export async function noteContentChanges(db: Db, productIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    INSERT INTO public_changes (kind, product_id)
    SELECT 'content', id FROM products WHERE id = ANY(${sql.param(productIds)}::bigint[]) AND status = 'approved'`);
}

/** Deletes what every process has read long ago. */
export async function deletePublicChanges(db: Db, notedUntil: Date): Promise<void> {
  await db.execute(sql`DELETE FROM public_changes WHERE created_at < ${timestamptz(notedUntil)}`);
}
