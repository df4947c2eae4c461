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
        SELECT id, product_count FROM tags WHERE product_count > 0 ORDER BY product_count DESC, id LIMIT ${tagsMax}
      ) AS used
    ) AS tag_counts,
    count_all_facets(${countsFacets}) AS facet_counts
  FROM (SELECT) AS once LEFT JOIN search_levels rest ON level = 4
) AS found`;

const foundRow = z.tuple([
  z.object({
    total: z.int(),
    isExact: z.boolean(),
    readingIndex: z.int(),
    ...searchCounts.shape,
    hits: z.array(z.unknown()),
  }),
]);

/**
 * Products that match the readings, the best first: exact names, then names that begin with the words, then by where
 * the words occur (name, tags, tagline, elsewhere); each group by upvotes. All in one statement. Without a reading, all
 * approved products in hot order.
 */
export async function searchProducts(
  db: Db,
  readings: readonly SearchReading[],
  { from, to, order = 'best', countedTagsMax = 0, countedFacets, valueKeys = [] }: SearchWindow,
): Promise<FoundProducts & { readingIndex: number }> {
  const [statement, source] =
    readings.length > 0
      ? (['search_products', matches] as const)
      : (['search_hottest_products', hottest] as const);
  // Named, and so prepared: parsing and planning take longer than most searches.
  const rows = await db
    .select({
      total: sql`total`,
      isExact: sql`is_exact`,
      readingIndex: sql`reading_index`,
      tagCounts: sql`coalesce(${tagCounts}, '[]')`,
      facetCounts: sql`coalesce(${facetCounts}, '[]')`,
      hits: sql`ARRAY(${hitsOf(shownIds[order])})`,
    })
    .from(source)
    .prepare(`${statement}_${order}`)
    .execute({
      readings: JSON.stringify(readings),
      from,
      to,
      wanted: order === 'best' ? Math.max(to, 1) : SEARCH_LIMITS.paginationLimitedTo,
      tagsMax: countedTagsMax,
      countsFacets: countedFacets !== undefined,
      facetKeys: countedFacets?.keys ?? [],
      facetValuesMax: countedFacets?.valuesMax ?? 0,
      valueKeys,
    });
  const [found] = foundRow.parse(rows);
  return { ...found, isTotalExact: found.isExact, hits: await presentHits(found.hits) };
}

const orderedBy = (column: SQL) => sql`ARRAY(
  SELECT products.id FROM products WHERE products.id = ANY(product_ids) ORDER BY ${column} DESC, products.id DESC
  OFFSET ${given('from')}::int LIMIT ${given('to')}::int - ${given('from')}::int
)`;

const shownIds: Record<SearchOrder, SQL> = {
  best: sql`product_ids[${given('from')}::int + 1 : ${given('to')}::int]`,
  upvotes: orderedBy(sql`upvote_count`),
  newest: orderedBy(sql`approved_at`),
};

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
  const rows = await db
    .select({ hit: sql<unknown>`hit` })
    .from(sql`(${hitsOf(sql`${given('ids')}::bigint[]`)}) AS hits`)
    .prepare('search_hits')
    .execute({ ids, valueKeys });
  return presentHits(rows.map(({ hit }) => hit));
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

/** The tags and values of all hits are read together: read for each hit, they would take longer than all the rest. */
const hitsOf = (ids: SQL) => sql`
  WITH wanted AS MATERIALIZED (SELECT * FROM unnest(${ids}) WITH ORDINALITY AS wanted (id, place)),
  tagged AS (
    SELECT product_id AS id, array_agg(tags.name ORDER BY position) AS tag_names
    FROM product_tags JOIN tags ON tags.id = tag_id
    WHERE product_id = ANY (ARRAY(SELECT id FROM wanted)) GROUP BY product_id
  ),
  valued AS (
    SELECT product_id AS id, json_agg(json_build_object('field', field, 'value', value)) AS field_values FROM product_values
    WHERE product_id = ANY (ARRAY(SELECT id FROM wanted)) AND field = ANY (${given('valueKeys')}::text[])
    GROUP BY product_id
  )
  SELECT json_build_object(
    'id', products.id::text, 'slug', slug, 'name', name, 'tagline', tagline, 'upvote_count', upvote_count,
    'description', coalesce(nullif(description_html, ''), description),
    'icon_key', (SELECT key FROM images WHERE images.id = products.icon_id), 'brand_slug', brand_slug,
    'tags', coalesce(tag_names, '{}'), 'values', coalesce(field_values, '[]')
  ) AS hit
  FROM wanted JOIN products USING (id) LEFT JOIN tagged USING (id) LEFT JOIN valued USING (id)
  WHERE status = 'approved'
  ORDER BY place`;

/** Taglines have no final period, but need one before more text. */
function joinTexts(tagline: string, description: string): string {
  if (description === '') return tagline;
  return `${tagline}${/[.!?…]$/u.test(tagline) ? '' : '.'} ${description}`;
}
