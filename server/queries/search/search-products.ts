import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { SearchOrder } from '@/lib/contract/plain/site';
import { type FieldValue, fieldValue } from '@/lib/contract/field';
import { SEARCH_LIMITS } from '@/lib/contract/search';
import type { Db } from '@/server/db/client';
import { mapInSlices } from '@/server/map-in-slices';
import { plainText } from '@/server/text/plain-text';
import { facetCounts, type SearchCounts, searchCounts, tagCounts } from './search-counts';

/**
 * One reading of a query: conditions in `tsquery` syntax. Each asks for the same words in fewer of a product's texts.
 * Without a condition for the name, matches are in hot order.
 */
export type SearchReading = {
  any: string;
  head?: string;
  label?: string;
  name?: string;
  /** The product names that the search may mean, normalized by `nameKey`. */
  nameKeys?: readonly string[];
  /** Of the first reading: `any` without the filter. */
  unfiltered?: string;
  /** The reading counts only if those before it have fewer matches. The first counts without the filter. */
  fewerThan?: number;
};

export type SearchWindow = {
  /** The places of the hits to return, from 0. `to` is not included. */
  from: number;
  to: number;
  /** Another order is that of the best matches, as far as pages go. */
  order?: SearchOrder;
  /** The number of tags to count. Without it, no tags are counted. */
  countedTagsMax?: number;
  /** The fields whose values to count. */
  countedFacets?: { keys: readonly string[]; valuesMax: number };
  /** The keys of the stored values to return with the hits. */
  valueKeys?: readonly string[];
};

export type FoundProducts = {
  hits: SearchHitRow[];
  total: number;
  /** False if `total` and the counts of tags are estimated. */
  isTotalExact: boolean;
} & SearchCounts;

const given = sql.placeholder;
const wanted = sql`${given('wanted')}::int`;
const tagsMax = sql`${given('tagsMax')}::int`;

const countsFacets = sql`${given('countsFacets')}::boolean`;

const matches = sql`search_products(${given('readings')}::jsonb, ${wanted}, ${tagsMax}, ${countsFacets}) AS found`;

const hottest = sql`(
  SELECT
    ARRAY(SELECT product_id FROM product_listings WHERE term = 'all' ORDER BY hot DESC, product_id DESC LIMIT ${wanted}) AS product_ids,
    coalesce(rest.document_count, (SELECT count(*)::int FROM search_documents)) AS total,
    rest.document_count IS NULL AS is_exact,
    1 AS counted_share,
    0 AS reading_index,
    (
      SELECT jsonb_agg(jsonb_build_array(id, product_count)) FROM (
        SELECT id, product_count FROM tags WHERE product_count > 0 AND is_listed ORDER BY product_count DESC, id LIMIT ${tagsMax}
      ) AS used
    ) AS tag_counts,
    count_all_facets(${countsFacets}) AS facet_counts
  FROM (SELECT) AS once LEFT JOIN search_levels rest ON level = 4
) AS found`;

const orderedBy = (column: SQL) => sql`ARRAY(
  SELECT products.id FROM products WHERE products.id = ANY(product_ids) ORDER BY ${column} DESC, products.id DESC
  OFFSET ${given('from')}::int LIMIT ${given('to')}::int - ${given('from')}::int
)`;

const shownIds: Record<SearchOrder, SQL> = {
  best: sql`product_ids[${given('from')}::int + 1 : ${given('to')}::int]`,
  upvotes: orderedBy(sql`upvote_count`),
  newest: orderedBy(sql`approved_at`),
};

type Statement = { isHottest: boolean; order: SearchOrder; isCounted: boolean };

/** Named, and so prepared: parsing and planning take longer than most searches. */
const prepareSearch = (db: Db, { isHottest, order, isCounted }: Statement) =>
  db
    .select({
      total: sql`total`,
      isExact: sql`is_exact`,
      readingIndex: sql`reading_index`,
      // To prepare counting takes time, also where nothing is counted.
      tagCounts: isCounted ? sql`coalesce(${tagCounts}, '[]')` : sql`'[]'::json`,
      facetCounts: isCounted ? sql`coalesce(${facetCounts}, '[]')` : sql`'[]'::json`,
      ids: sql`shown.product_ids`,
      hits: sql`shown.hits`,
    })
    .from(
      sql`${isHottest ? hottest : matches}, search_hits(${shownIds[order]}, ${given('knownIds')}, ${given('valueKeys')}) AS shown`,
    )
    .prepare(`find_${isHottest ? 'hottest_' : ''}products_${order}${isCounted ? '_counted' : ''}`);

/** To write a statement takes longer than to send it. */
const prepared = new WeakMap<Db, Map<string, ReturnType<typeof prepareSearch>>>();

function searchStatement(db: Db, statement: Statement) {
  const statements = prepared.get(db) ?? new Map<string, ReturnType<typeof prepareSearch>>();
  prepared.set(db, statements);
  const key = Object.values(statement).join();
  const known = statements.get(key) ?? prepareSearch(db, statement);
  statements.set(key, known);
  return known;
}

const foundRow = z.tuple([
  z.object({
    total: z.int(),
    isExact: z.boolean(),
    readingIndex: z.int(),
    ...searchCounts.shape,
    ids: z.array(z.string()),
    hits: z.array(z.unknown()),
  }),
]);

/**
 * Products that match the readings, the best first: exact names, then names that begin with the words, then by where
 * the words occur (name, tags, tagline, elsewhere); each group by upvotes. All in one statement. Without a reading, all
 * approved products in hot order.
 *
 * @param known hits that need not be read, by their ids.
 */
export async function searchProducts(
  db: Db,
  readings: readonly SearchReading[],
  { from, to, order = 'best', countedTagsMax = 0, countedFacets, valueKeys = [] }: SearchWindow,
  known: ReadonlyMap<string, SearchHitRow> = new Map(),
): Promise<FoundProducts & { readingIndex: number }> {
  const isCounted = countedTagsMax > 0 || countedFacets !== undefined;
  const rows = await searchStatement(db, { isHottest: readings.length === 0, order, isCounted }).execute({
    readings: JSON.stringify(readings),
    from,
    to,
    wanted: order === 'best' ? Math.max(to, 1) : SEARCH_LIMITS.paginationLimitedTo,
    tagsMax: countedTagsMax,
    countsFacets: countedFacets !== undefined,
    facetKeys: countedFacets?.keys ?? [],
    facetValuesMax: countedFacets?.valuesMax ?? 0,
    // As text: the driver takes longer to write an array.
    knownIds: `{${[...known.keys()].join()}}`,
    valueKeys,
  });
  const [{ ids, hits, ...found }] = foundRow.parse(rows);
  const read = new Map((await presentHits(hits)).map((hit) => [hit.id, hit]));
  return {
    ...found,
    isTotalExact: found.isExact,
    hits: ids.flatMap((id) => known.get(id) ?? read.get(id) ?? []),
  };
}

const hitRow = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  upvote_count: z.number(),
  icon_key: z.nullable(z.string()),
  brand_slug: z.nullable(z.string()),
  tags: z.array(z.string()),
  values: z.array(z.object({ field: z.string(), value: fieldValue })),
});

const readHits = z.tuple([z.object({ hits: z.array(z.unknown()) })]);

export type SearchHitRow = {
  id: string;
  slug: string;
  name: string;
  content: string;
  iconKey: string | null;
  brandSlug: string | null;
  tags: string[];
  upvoteCount: number;
  values: { field: string; value: FieldValue }[];
};

/** The search hits of these products, in this order. Products that are no longer approved are left out. */
export async function listSearchHits(
  db: Db,
  ids: readonly string[],
  valueKeys: readonly string[],
): Promise<SearchHitRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.execute(
    sql`SELECT hits FROM search_hits(${sql.param(ids)}::bigint[], '{}', ${sql.param(valueKeys)}::text[])`,
  );
  const [{ hits }] = readHits.parse(rows.rows);
  return presentHits(hits);
}

const presentHits = (hits: readonly unknown[]): Promise<SearchHitRow[]> =>
  mapInSlices(hits, (hit) => {
    const row = hitRow.parse(hit);
    return {
      id: row.id,
      slug: row.slug,
      name: row.name,
      content: joinTexts(row.tagline, plainText(row.description)),
      iconKey: row.icon_key,
      brandSlug: row.brand_slug,
      tags: row.tags,
      upvoteCount: row.upvote_count,
      values: row.values,
    };
  });

/** Taglines have no final period, but need one before more text. */
function joinTexts(tagline: string, description: string): string {
  if (description === '') return tagline;
  return `${tagline}${/[.!?…]$/u.test(tagline) ? '' : '.'} ${description}`;
}
