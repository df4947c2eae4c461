import { type SQL, sql } from 'drizzle-orm';
import { DAY_MS } from '@/lib/contract/plain/durations';
import type { ProductSort } from '@/lib/contract/product';
import type { ProductStatus } from '@/lib/contract/product-reference';
import type { Db } from '@/server/db/client';
import { boundOf, listProducts, type ProductPosition, type ListedProductRow } from './products';

/** Products approved from `since` to `until`. */
type Period = { since: Date; until: Date };

type ProductListOptions = {
  sort: ProductSort;
  tagId?: string;
  period?: Period;
  after?: ProductPosition;
  limit: number;
};

/** The columns of `product_listings` that lists are ordered by. Each has an index. */
const orders = {
  hot: { column: sql.raw('hot'), type: sql.raw('double precision') },
  new: { column: sql.raw('approved_at'), type: sql.raw('timestamptz') },
  top: { column: sql.raw('ranking_upvote_count'), type: sql.raw('integer') },
} as const;

/** Approved products after a position. Reads as many rows as it returns, whatever the tag. */
export async function listApprovedProducts(db: Db, options: ProductListOptions): Promise<ListedProductRow[]> {
  const { sort, tagId, period, after, limit } = options;
  const { column, type } = orders[sort];
  const term = tagId === undefined ? 'all' : `tag:${tagId}`;
  const isAfter = after
    ? sql` AND (${column}, product_id) < (${boundOf(after)}::${type}, ${after.id}::bigint)`
    : sql``;
  const order = sql`ORDER BY value DESC, product_id DESC LIMIT ${limit}`;
  const listed = (isInPeriod: SQL) => sql`(
    SELECT product_id, ${column} AS value FROM product_listings WHERE term = ${term}${isInPeriod}${isAfter} ${order}
  )`;
  const found = period ? sql.join(conditionsOfDays(period).map(listed), sql` UNION ALL `) : listed(sql``);
  return listProducts(db, sql`SELECT product_id FROM (${found}) AS found ${order}`);
}

/** Twice the longest period, because a visitor may open the next page of the top of the month a month later. */
const periodDaysMax = 62;

/**
 * A condition for each day of a period. The rows of one day are in the order of the index; the database merges the
 * days, and reads of each no more than the page needs.
 */
function conditionsOfDays({ since, until }: Period): SQL[] {
  const last = Math.floor(until.getTime() / DAY_MS);
  const first = Math.max(Math.floor(since.getTime() / DAY_MS), last - periodDaysMax);
  return Array.from({ length: Math.max(last - first + 1, 1) }, (_, index) => {
    const day = new Date((first + index) * DAY_MS).toISOString().slice(0, 10);
    const isOnDay = sql` AND approved_on = ${day}::date`;
    return index === 0 ? sql`${isOnDay} AND approved_at >= ${since.toISOString()}::timestamptz` : isOnDay;
  });
}

/** The position of an approved product in one of the public orders. */
export function positionInOrder(row: ListedProductRow, sort: ProductSort): ProductPosition {
  const value = { hot: row.hot, new: row.approvedAt, top: row.rankingUpvoteCount }[sort];
  if (value === null) throw new Error(`Approved product ${row.id} has no position in the ${sort} order`);
  return { value, id: row.id };
}

/** How many of each tag's hottest products are candidates. */
const relatedCandidatesPerTag = 60;

/**
 * Approved products that share the most tags with the product of a slug, hottest first among equals. The list is
 * empty when no product of that status has the slug as its present one.
 */
export async function listRelatedProducts(
  db: Db,
  { slug, status, limit }: { slug: string; status: ProductStatus; limit: number },
): Promise<ListedProductRow[]> {
  return listProducts(
    db,
    sql`
      SELECT candidate.product_id
      FROM products subject
      JOIN product_tags mine ON mine.product_id = subject.id
      CROSS JOIN LATERAL (
        SELECT product_id, hot FROM product_listings
        WHERE term = 'tag:' || mine.tag_id AND product_id <> subject.id
        ORDER BY hot DESC, product_id DESC
        LIMIT ${relatedCandidatesPerTag}
      ) AS candidate
      WHERE subject.slug = ${slug} AND subject.status = ${status}
      GROUP BY candidate.product_id, candidate.hot
      ORDER BY count(*) DESC, candidate.hot DESC, candidate.product_id DESC
      LIMIT ${limit}`,
  );
}
