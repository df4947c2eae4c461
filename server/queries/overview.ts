import { sql } from 'drizzle-orm';
import { FORMER_MEMBER } from '@/lib/contract/plain/site';
import { DAY_MS } from '@/lib/contract/plain/durations';
import type { Overview } from '@/lib/contract/product-list';
import type { Submitter } from '@/lib/contract/product';
import type { CountedTag } from '@/lib/contract/tag';
import type { Db } from '@/server/db/client';
import { userIsPublic } from '@/server/queries/visibility';

export async function listTagsInDemand(db: Db, limit: number): Promise<CountedTag[]> {
  const { rows } = await db.execute<CountedTag>(sql`
    SELECT slug, name, product_count AS "productCount" FROM tags WHERE product_count > 0 AND is_listed
    ORDER BY recent_upvote_count DESC, product_count DESC, slug LIMIT ${limit}`);
  return rows;
}

/** A few members have most submissions, so this many of the last ones are looked through for different members. */
const SUBMISSIONS_MAX = 100;

/** The members whose submissions were approved last, each once. Members are looked up one by one until there are enough. */
export async function listRecentSubmitters(db: Db, limit: number): Promise<(Submitter & { id: string })[]> {
  const { rows } = await db.execute<Submitter & { id: string }>(sql`
    SELECT shown.*
    FROM (
      SELECT submitter_id, max(approved_at) AS approved_at
      FROM (
        SELECT submitter_id, approved_at FROM products WHERE status = 'approved' AND submitter_id IS NOT NULL
        ORDER BY approved_at DESC, id DESC LIMIT ${SUBMISSIONS_MAX}
      ) AS submissions
      GROUP BY submitter_id ORDER BY approved_at DESC, submitter_id DESC
    ) AS submitters
    CROSS JOIN LATERAL (
      SELECT id::text, handle, name, avatar_url AS "avatarURL", nullif(role, 'member') AS role FROM users
      WHERE id = submitter_id AND handle <> ${FORMER_MEMBER.handle} AND ${userIsPublic}
      LIMIT 1
    ) AS shown
    ORDER BY approved_at DESC, submitter_id DESC LIMIT ${limit}`);
  return rows;
}

type DirectoryCounts = Overview['counts'];

/** Reads one row for each day on which a product was approved. */
export async function countDirectory(db: Db, now: Date): Promise<DirectoryCounts> {
  const weekAgo = new Date(now.getTime() - 7 * DAY_MS).toISOString();
  const { rows } = await db.execute<DirectoryCounts>(sql`
    SELECT coalesce(sum(product_count), 0)::integer AS products,
      coalesce(sum(product_count) FILTER (WHERE day > (${weekAgo}::timestamptz AT TIME ZONE 'UTC')::date), 0)::integer AS "productsOfWeek",
      coalesce((SELECT ranker_count FROM upvote_days ORDER BY day DESC LIMIT 1), 0) AS rankers
    FROM approval_days`);
  return rows[0] ?? { products: 0, productsOfWeek: 0, rankers: 0 };
}
