import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { SearchOrder } from '@/lib/contract/plain/site';
import { SEARCH_LIMITS } from '@/lib/contract/search';
import type { Db } from '@/server/db/client';
import { mapInSlices } from '@/server/base/iterate';
import {
  facetCounts,
  type KnownHits,
  listIds,
  presentHits,
  type SearchCounts,
  searchCounts,
  type SearchHitRow,
  tagCounts,
} from './search-hits';

/** `unfiltered` of the first reading of a search with a filter is `any`, which gets the filter, without it. */
type SearchConditions = { any: string } & Partial<Record<'head' | 'label' | 'name' | 'unfiltered', string>>;

/**
 * One reading of a query: conditions in `tsquery` syntax, each for the same words in fewer of a product's texts. Without
 * one for the name, matches are in hot order.
 */
export type SearchReading = SearchConditions & {
  /** The reading with some words joined, each with the condition that a product has the joined word. */
  joined?: readonly (SearchConditions & { word: string })[];
  words?: readonly string[]; // The parts of `any`, one for each word.
  /** The product names that the search may mean, normalized by `nameKey`. */
  nameKeys?: readonly string[];
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
  countedFacets?: { keys: readonly string[]; valuesMax: number };
  valueKeys?: readonly string[];
};

export type FoundProducts = {
  hits: SearchHitRow[];
  total: number;
  /** False if `total` and the counts of tags are estimated. */
  isTotalExact: boolean;
} & SearchCounts;

/** The inputs of one search in a statement: parameters of the statement, or columns of a row for each of several searches. */
type Told = Record<keyof typeof TYPES, SQL>;
const TYPES = {
  readings: 'jsonb',
  filter: 'text',
  from: 'int',
  to: 'int',
  wanted: 'int',
  tagsMax: 'int',
  countsFacets: 'boolean',
  facetKeys: 'text[]',
  facetValuesMax: 'int',
  valueKeys: 'text[]',
} as const;

const readTold = (write: (name: keyof Told, type: string) => SQL): Told => ({
  readings: write('readings', TYPES.readings),
  filter: write('filter', TYPES.filter),
  from: write('from', TYPES.from),
  to: write('to', TYPES.to),
  wanted: write('wanted', TYPES.wanted),
  tagsMax: write('tagsMax', TYPES.tagsMax),
  countsFacets: write('countsFacets', TYPES.countsFacets),
  facetKeys: write('facetKeys', TYPES.facetKeys),
  facetValuesMax: write('facetValuesMax', TYPES.facetValuesMax),
  valueKeys: write('valueKeys', TYPES.valueKeys),
});
const given = sql.placeholder;
const toldByParameters = readTold((name, type) => sql`${given(name)}::${sql.raw(type)}`);
const toldByEntry = readTold((name) => sql`asked.${sql.identifier(name)}`);

const matches = ({ readings, filter, wanted, tagsMax, countsFacets }: Told) =>
  sql`search_products(prepare_readings(${readings}, ${filter}), ${wanted}, ${tagsMax}, ${countsFacets}) AS found`;

const hottest = ({ wanted, tagsMax, countsFacets }: Told) => sql`(
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

const orderedBy = (column: SQL, { from, to }: Told) => sql`ARRAY(
  SELECT products.id FROM products WHERE products.id = ANY(product_ids) ORDER BY ${column} DESC, products.id DESC
  OFFSET ${from} LIMIT ${to} - ${from}
)`;

const shownIds: Record<SearchOrder, (told: Told) => SQL> = {
  best: ({ from, to }) => sql`product_ids[${from} + 1 : ${to}]`,
  upvotes: (told) => orderedBy(sql`upvote_count`, told),
  newest: (told) => orderedBy(sql`approved_at`, told),
};

type Statement = { isHottest: boolean; order: SearchOrder; isCounted: boolean; isOfMany: boolean };

/** Named, and so prepared: parsing and planning take longer than most searches. */
const prepareSearch = (db: Db, { isHottest, order, isCounted, isOfMany }: Statement) => {
  const told = isOfMany ? toldByEntry : toldByParameters;
  const entries = sql`json_to_recordset(${given('searches')}::json) AS asked (place int, ${sql.raw(
    Object.entries(TYPES)
      .map(([name, type]) => `"${name}" ${type}`)
      .join(),
  )}) CROSS JOIN LATERAL `;
  const found = isHottest ? hottest(told) : matches(told);
  const shown = sql`search_hits(${shownIds[order](told)}, ${given('knownIds')}, ${told.valueKeys}) AS shown`;
  return db
    .select({
      place: isOfMany ? sql`place` : sql`0`,
      total: sql`total`,
      isExact: sql`is_exact`,
      readingIndex: sql`reading_index`,
      // To prepare counting takes time, also where nothing is counted.
      tagCounts: isCounted ? sql`coalesce(${tagCounts}, '[]')` : sql`'[]'::json`,
      facetCounts: isCounted
        ? sql`coalesce(${facetCounts({ keys: told.facetKeys, valuesMax: told.facetValuesMax })}, '[]')`
        : sql`'[]'::json`,
      ids: sql`shown.product_ids`,
      hits: sql`shown.hits`,
    })
    .from(isOfMany ? sql`${entries} ${found} CROSS JOIN LATERAL ${shown}` : sql`${found}, ${shown}`)
    .prepare(
      `find_${isHottest ? 'hottest_' : ''}products_${order}${isCounted ? '_counted' : ''}${isOfMany ? '_of_many' : ''}`,
    );
};

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

const foundRow = z.object({
  place: z.int(),
  total: z.int(),
  isExact: z.boolean(),
  readingIndex: z.int(),
  ...searchCounts.shape,
  ids: z.array(z.string()),
  hits: z.array(z.unknown()),
});

export type AskedSearch = {
  readings: readonly SearchReading[];
  /** What must hold in every reading, too, in `tsquery` syntax. */
  filter?: string | undefined;
  window: SearchWindow;
};
export type FoundSearch = FoundProducts & { readingIndex: number };

export const statementOf = ({
  readings,
  window: { order = 'best', countedTagsMax = 0, countedFacets },
}: AskedSearch) => ({
  isHottest: readings.length === 0,
  order,
  isCounted: countedTagsMax > 0 || countedFacets !== undefined,
});

const tellSearch = ({ readings, filter, window }: AskedSearch) => {
  const { from, to, order = 'best', countedTagsMax = 0, countedFacets, valueKeys = [] } = window;
  return {
    ...{ from, to, valueKeys },
    wanted: order === 'best' ? Math.max(to, 1) : SEARCH_LIMITS.paginationLimitedTo,
    tagsMax: countedTagsMax,
    countsFacets: countedFacets !== undefined,
    facetKeys: countedFacets?.keys ?? [],
    facetValuesMax: countedFacets?.valuesMax ?? 0,
    ...{ readings, filter: filter ?? null },
  };
};

/**
 * Products that match the readings, the best first: exact names, then names that begin with the words, then by where
 * the words occur (name, tags, tagline, elsewhere); each group by upvotes. All in one statement. Without a reading, all
 * approved products in hot order.
 *
 * @param known hits that need not be read, by their ids.
 */
export async function searchProducts(
  db: Db,
  search: AskedSearch,
  known: KnownHits = new Map(),
): Promise<FoundSearch> {
  const statement = searchStatement(db, { ...statementOf(search), isOfMany: false });
  const told = { ...tellSearch(search), readings: JSON.stringify(search.readings) };
  const [row] = await statement.execute({ ...told, knownIds: listIds(known) });
  return presentFound(foundRow.parse(row), known);
}

/**
 * The same for several searches of one form, which share one statement: to send a statement costs this process more than
 * to read what it answers.
 */
export async function searchProductsTogether(
  db: Db,
  searches: readonly AskedSearch[],
  known: KnownHits,
): Promise<FoundSearch[]> {
  const [first] = searches;
  if (!first) return [];
  if (searches.length === 1) return [await searchProducts(db, first, known)];
  const statement = searchStatement(db, { ...statementOf(first), isOfMany: true });
  const told = searches.map((search, place) => ({ ...tellSearch(search), place }));
  const rows = await statement.execute({ searches: JSON.stringify(told), knownIds: listIds(known) });
  const found = (await mapInSlices(rows, (row) => foundRow.parse(row))).toSorted(
    (one, other) => one.place - other.place,
  );
  const all: FoundSearch[] = [];
  for (const row of found) all.push(await presentFound(row, known));
  return all;
}

async function presentFound(
  { ids, hits, ...rest }: z.infer<typeof foundRow>,
  known: KnownHits,
): Promise<FoundSearch> {
  const read = new Map((await presentHits(hits)).map((hit) => [hit.id, hit]));
  return {
    ...rest,
    isTotalExact: rest.isExact,
    hits: ids.flatMap((id) => known.get(id) ?? read.get(id) ?? []),
  };
}
