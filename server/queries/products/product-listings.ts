import { type SQL, sql } from 'drizzle-orm';
import { DAY_MS } from '@/lib/contract/plain/durations';
import type { ProductSort } from '@/lib/contract/product';
import type { Db } from '@/server/db/client';
import type { ListFilter } from './product-terms';
import { type ListedProductRow, listProducts, productOrders } from './products';
import type { ListPosition } from '@/server/queries/list-order';

/** Products approved from `since` to `until`. */
type Period = { since: Date; until: Date };

/** The columns of `product_listings` that lists are ordered by. Each has an index. */
const orderColumns = { hot: sql`hot`, new: sql`approved_at`, top: sql`ranking_upvote_count` } as const;

/** Which rows of `product_listings` are read, and in which order. */
type ListedPart = {
  sort: ProductSort;
  period?: Period;
  after?: ListPosition;
};

export type ListConditions = { tagId?: string; filter?: ListFilter };

export type Condition = {
  /** Every product that meets the condition is listed under one of these terms. */
  terms: readonly string[];
  test: SQL;
  /** The test alone decides: products that do not meet it are listed under the terms, too. */
  isRange: boolean;
};

/** Met by every approved product. */
const everything: Condition = { terms: ['all'], test: sql`true`, isRange: false };

export const testedColumns = sql`, term_ids, numbers`;
export const inOrder = sql`ORDER BY value DESC, product_id DESC`;

type ProductListOptions = ListedPart & ListConditions & { limit: number };

/** Comparing conditions reads rows of each of their terms: of many conditions, compares those with the fewest terms. */
const COMPARED_CONDITIONS_MAX = 5;
/** Of a list with several conditions, how many rows one page reads at most. */
const WALKED_ROWS_MAX = 120;

type ProductListPage = {
  rows: ListedProductRow[];
  /**
   * Where the list goes on, if fewer products than asked for were found among the rows that one page may read.
   * Undefined when the list has no more products, and when `rows` is full.
   */
  walkedTo?: ListPosition;
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
  const walked = await walkRows(db, conditions, options, limit);
  const found = walked.filter(({ isFound }) => isFound);
  const rows = await listProducts(db, sql`SELECT unnest(${sql.param(found.map(({ id }) => id))}::bigint[])`);
  return rows.length === limit ? { rows } : { rows, walkedTo: found[limit - 1] ?? walked[found.length] };
}

/** As `readApprovedProducts`, for lists with at most one condition, which are never cut short. */
export const listApprovedProducts = async (
  db: Db,
  options: Omit<ProductListOptions, 'filter'>,
): Promise<ListedProductRow[]> => (await readApprovedProducts(db, options)).rows;

export function conditionsOf({ tagId, filter }: ListConditions): Condition[] {
  const hasOneOf = (ids: readonly number[]) => sql`term_ids && ${sql.param(ids)}::integer[]`;
  return [
    ...(tagId === undefined
      ? []
      : [{ terms: [`tag:${tagId}`], test: hasOneOf([-Number(tagId)]), isRange: false }]),
    ...(filter?.values ?? []).map(({ termIds }) => ({
      terms: termIds.map((id) => `field:${id}`),
      test: hasOneOf(termIds),
      isRange: false,
    })),
    ...(filter?.ranges ?? []).map(({ key, termId, from = -Infinity, to = Infinity }) => ({
      terms: [`field:${termId}`],
      test: sql`(numbers ->> ${key})::double precision BETWEEN ${from}::double precision AND ${to}::double precision`,
      isRange: true,
    })),
  ];
}

export const meets = (conditions: readonly Condition[]): SQL =>
  sql.join([sql`true`, ...conditions.map(({ test }) => test)], sql` AND `);

/**
 * The rows under any of the terms, as a subquery with the columns `product_id` and `value`. Merges one run for each
 * term and day, all in the order of an index.
 *
 * @param limit of each run: the caller reads no more rows of all runs together.
 */
export function runsOf(
  terms: readonly string[],
  { sort, period, after }: ListedPart,
  limit: number,
  columns: SQL = sql``,
): SQL {
  const column = orderColumns[sort];
  const isAfter = productOrders[sort].isAfter(after, column, sql`product_id`);
  const runs = terms.flatMap((term) =>
    (period ? conditionsOfDays(period) : [sql``]).map(
      (isInPeriod) => sql`(
        SELECT product_id, ${column} AS value${columns} FROM product_listings
        WHERE term = ${term}${isInPeriod} AND ${isAfter} ${inOrder} LIMIT ${limit}
      )`,
    ),
  );
  const merged = sql.join(runs, sql` UNION ALL `);
  // A product may have several of the terms.
  return terms.length > 1
    ? sql`(SELECT DISTINCT ON (value, product_id) * FROM (${merged}) AS runs ${inOrder})`
    : sql`(${merged})`;
}

/**
 * The first rows that meet several conditions, among those that one page may read; then, if these are too few, the last
 * row that was read, unless the list has no more.
 */
async function walkRows(
  db: Db,
  conditions: readonly Condition[],
  part: ListedPart,
  limit: number,
): Promise<(ListPosition & { isFound: boolean })[]> {
  const terms = await chooseTerms(db, conditions, part, limit);
  // The database reads rows of `walked` until enough of them meet the conditions.
  const { rows } = await db.execute<{ id: string; value: number | string; isFound: boolean }>(sql`
    WITH walked AS MATERIALIZED (
      SELECT *, row_number() OVER (${inOrder}) AS place
      FROM ${runsOf(terms, part, WALKED_ROWS_MAX, testedColumns)} AS run ${inOrder} LIMIT ${WALKED_ROWS_MAX}
    ), found AS MATERIALIZED (
      SELECT * FROM walked WHERE ${meets(conditions)} LIMIT ${limit}
    )
    SELECT product_id::text AS id, value, "isFound" FROM (
      SELECT *, true AS "isFound" FROM found
      UNION ALL
      SELECT *, false FROM walked WHERE (SELECT count(*) FROM found) < ${limit} AND place = ${WALKED_ROWS_MAX}
    ) AS read ORDER BY "isFound" DESC, place`);
  return rows.map(({ id, value, isFound }) => ({
    ...{ id, isFound },
    value: part.sort === 'new' ? new Date(value) : Number(value),
  }));
}

/**
 * The terms to read for a list with several conditions: those whose rows reach furthest down the order, so that few
 * rows are read in vain. In a period, only of conditions with one term, because each term is a run for each day.
 *
 * @param comparedRows how many rows of each condition are compared. Comparing more rows rarely chooses other terms.
 */
export async function chooseTerms(
  db: Db,
  conditions: readonly Condition[],
  { period, ...part }: ListedPart,
  comparedRows: number,
): Promise<readonly string[]> {
  const candidates = conditions
    .filter(({ terms }) => !period || terms.length === 1)
    .sort((one, other) => one.terms.length - other.terms.length)
    .slice(0, COMPARED_CONDITIONS_MAX);
  const [first = everything] = candidates;
  if (candidates.length < 2) return first.terms;
  const reached = candidates.map(
    ({ terms }, index) => sql`(
      SELECT ${index}::integer AS index, value, product_id FROM ${runsOf(terms, part, comparedRows)} AS run
      ${inOrder} OFFSET ${comparedRows - 1} LIMIT 1
    )`,
  );
  const { rows } = await db.execute<{ index: number }>(sql`
    SELECT index FROM generate_series(0, ${candidates.length - 1}::integer) AS candidates (index)
    LEFT JOIN (${sql.join(reached, sql` UNION ALL `)}) AS reached USING (index)
    ORDER BY value NULLS FIRST, product_id LIMIT 1`);
  return (candidates[rows[0]?.index ?? 0] ?? first).terms;
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
