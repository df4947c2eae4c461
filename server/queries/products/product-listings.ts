import { sql } from 'drizzle-orm';
import { HOT_PLACES_MAX } from '@/lib/contract/plain/ranking';
import type { ProductSort } from '@/lib/contract/product';
import type { ProductStatus } from '@/lib/contract/product-reference';
import type { Db } from '@/server/db/client';
import {
  chooseTerms,
  conditionsOf,
  everything,
  findPosition,
  inOrder,
  type ListConditions,
  type ListedPart,
  meets,
  runsOf,
  testedColumns,
} from './listing-runs';
import { listProducts, type ProductPosition, type ListedProductRow } from './products';

type ProductListOptions = ListedPart & ListConditions & { limit: number };

/** Of a list with several conditions, how many rows one page reads at most. */
const WALKED_ROWS_MAX = 120;

type ProductListPage = {
  rows: ListedProductRow[];
  /**
   * Where the list goes on, if fewer products than asked for were found among the rows that one page may read.
   * Undefined when the list has no more products, and when `rows` is full.
   */
  walkedTo?: ProductPosition;
};

/**
 * Approved products after a position. With at most one condition, that they have a tag or a value, reads as many rows
 * as it returns. With several, reads the rows of the condition that the fewest products meet, and tests the others.
 */
export async function readApprovedProducts(
  db: Db,
  { limit, ...options }: ProductListOptions,
): Promise<ProductListPage> {
  const conditions = conditionsOf(options);
  const [only = everything] = conditions;
  if (conditions.length < 2 && !only.isRange && !(options.period && only.terms.length > 1)) {
    const listed = runsOf(only.terms, options, limit);
    return {
      rows: await listProducts(db, sql`SELECT product_id FROM ${listed} AS found ${inOrder} LIMIT ${limit}`),
    };
  }
  const terms = await chooseTerms(db, conditions, options, WALKED_ROWS_MAX);
  const walked = runsOf(terms, options, WALKED_ROWS_MAX, testedColumns);
  const rows = await listProducts(
    db,
    sql`SELECT product_id FROM (SELECT * FROM ${walked} AS run ${inOrder} LIMIT ${WALKED_ROWS_MAX}) AS walked
      WHERE ${meets(conditions)} ${inOrder} LIMIT ${limit}`,
  );
  if (rows.length === limit) return { rows };
  return { rows, walkedTo: await findPosition(db, terms, options, WALKED_ROWS_MAX) };
}

/** As `readApprovedProducts`, for lists with at most one condition, which are never cut short. */
export const listApprovedProducts = async (
  db: Db,
  options: Omit<ProductListOptions, 'filter'>,
): Promise<ListedProductRow[]> => (await readApprovedProducts(db, options)).rows;

/** The position of an approved product in one of the public orders. */
export function positionInOrder(row: ListedProductRow, sort: ProductSort): ProductPosition {
  const value = { hot: row.hot, new: row.approvedAt, top: row.rankingUpvoteCount }[sort];
  if (value === null) throw new Error(`Approved product ${row.id} has no position in the ${sort} order`);
  return { value, id: row.id };
}

/**
 * The place of an approved product in the hot order, and the number of approved products.
 *
 * @returns place null after the first 1,000: no more rows are counted.
 */
export async function findHotPlace(db: Db, { hot, id }: { hot: number; id: string }) {
  const { rows } = await db.execute<{ ahead: number; productCount: number }>(sql`
    SELECT count(*)::integer AS ahead,
      (SELECT coalesce(sum(product_count), 0)::integer FROM approval_days) AS "productCount"
    FROM (
      SELECT FROM product_listings WHERE term = 'all' AND (hot, product_id) > (${hot}, ${id}::bigint)
      ORDER BY hot DESC, product_id DESC LIMIT ${HOT_PLACES_MAX}
    ) AS ahead`);
  const { ahead = 0, productCount = 0 } = rows[0] ?? {};
  return { place: ahead < HOT_PLACES_MAX ? ahead + 1 : null, productCount };
}

/** The place in the top list of all time. As `findHotPlace`. */
export async function findTopPlace(
  db: Db,
  { rankingUpvoteCount, id }: { rankingUpvoteCount: number; id: string },
): Promise<number | null> {
  const { rows } = await db.execute<{ ahead: number }>(sql`
    SELECT count(*)::integer AS ahead FROM (
      SELECT FROM product_listings
      WHERE term = 'all' AND (ranking_upvote_count, product_id) > (${rankingUpvoteCount}, ${id}::bigint)
      ORDER BY ranking_upvote_count DESC, product_id DESC LIMIT ${HOT_PLACES_MAX}
    ) AS ahead`);
  const { ahead = 0 } = rows[0] ?? {};
  return ahead < HOT_PLACES_MAX ? ahead + 1 : null;
}

/** How many of each tag's hottest products are candidates. In a large table each candidate may be in a different block. */
const relatedCandidatesPerTag = 40;

/**
 * Approved products that share the most tags with the product of a slug, hottest first among equals. The list is
 * empty when no product of these statuses has the slug as its present one.
 */
export async function listRelatedProducts(
  db: Db,
  { slug, statuses, limit }: { slug: string; statuses: readonly ProductStatus[]; limit: number },
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
      WHERE subject.slug = ${slug} AND subject.status = ANY(${sql.param(statuses)}::text[])
      GROUP BY candidate.product_id, candidate.hot
      ORDER BY count(*) DESC, candidate.hot DESC, candidate.product_id DESC
      LIMIT ${limit}`,
  );
}
