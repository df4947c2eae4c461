import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';
import { mapInSlices } from '@/server/map-in-slices';
import { plainText } from '@/server/text/plain-text';

/** The conditions of a search in `tsquery` syntax. Each asks for the same words in fewer of a product's texts. */
export type SearchConditions = {
  any: string;
  head: string;
  name: string;
  /** The product names that the search may mean, normalized by `nameKey`. */
  nameKeys: readonly string[];
};

/** The ids of the best matches, best first, and the number of all matches. */
export type Ranking = { ids: string[]; total: number };

/** Matches beyond this number are not counted. */
export const COUNTED_MATCHES_MAX = 100_000;

const given = sql.placeholder;
const wanted = sql`${given('limit')}::int`;

const matches = sql`rank_search_matches(
  ${given('any')}::tsquery, ${given('head')}::tsquery, ${given('name')}::tsquery, ${given('nameKeys')}::text[],
  ${wanted}, ${COUNTED_MATCHES_MAX}
)`;

/**
 * Products that meet the conditions: exact names first, then names that begin with the words, then by where the words
 * occur (name, tagline, elsewhere); each group by upvotes.
 */
export async function rankMatches(db: Db, conditions: SearchConditions, limit: number): Promise<Ranking> {
  return rank(db, 'search_matches', matches, { ...conditions, limit });
}

const hottestMatches = sql`rank_hottest_matches(${given('any')}::tsquery, ${wanted}, ${COUNTED_MATCHES_MAX})`;
const hottest = sql`(
  SELECT product_id AS id, (
    SELECT count(*)::int FROM (SELECT FROM search_documents LIMIT ${COUNTED_MATCHES_MAX}) AS counted
  ) AS total
  FROM product_listings WHERE term = 'all' ORDER BY hot DESC, product_id DESC LIMIT ${wanted}
) hottest`;

/** All approved products, or those that meet a condition, in hot order. */
export async function rankHottest(db: Db, where: string | undefined, limit: number): Promise<Ranking> {
  return where === undefined
    ? rank(db, 'search_hottest', hottest, { limit })
    : rank(db, 'search_hottest_matches', hottestMatches, { any: where, limit });
}

/** Uses a named prepared statement: parsing and planning take longer than most searches. */
async function rank(db: Db, statement: string, from: SQL, values: Record<string, unknown>): Promise<Ranking> {
  const rows = await db
    .select({ id: sql<string>`id`, total: sql<number>`total` })
    .from(from)
    .prepare(statement)
    .execute(values);
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
}

/** The number of matches with each tag, most used first. Without a condition, every approved product matches. */
export async function countMatchesByTag(db: Db, where: string | undefined, limit: number) {
  const counted =
    where === undefined
      ? sql`SELECT name, product_count AS count FROM tags WHERE product_count > 0 ORDER BY count DESC, name LIMIT ${limit}`
      : sql`
        SELECT name, total AS count
        FROM count_matches_by_tag(${where}::tsquery, ${COUNTED_MATCHES_MAX}) JOIN tags USING (id)
        ORDER BY count DESC, name LIMIT ${limit}`;
  const { rows } = await db.execute<{ name: string; count: number }>(counted);
  return rows;
}

const hitRow = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  upvote_count: z.number(),
  image_key: z.nullable(z.string()),
  tags: z.array(z.string()),
});

export type SearchHitRow = {
  id: string;
  slug: string;
  name: string;
  content: string;
  imageKey: string | null;
  tags: string[];
  upvoteCount: number;
};

/** The search hits of these products, in this order. Products that are no longer approved are left out. */
export async function listSearchHits(db: Db, ids: readonly string[]): Promise<SearchHitRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ hit: sql<unknown>`hit` })
    .from(hits)
    .prepare('search_hits')
    .execute({ ids });
  return mapInSlices(rows, ({ hit }) => {
    const row = hitRow.parse(hit);
    return {
      id: row.id,
      slug: row.slug,
      name: row.name,
      content: joinTexts(row.tagline, plainText(row.description)),
      imageKey: row.image_key,
      tags: row.tags,
      upvoteCount: row.upvote_count,
    };
  });
}

const hits = sql`(
  SELECT json_build_object(
    'id', products.id::text, 'slug', slug, 'name', name, 'tagline', tagline, 'upvote_count', upvote_count,
    'description', coalesce(nullif(description_html, ''), description),
    'image_key', (SELECT key FROM images WHERE images.id = products.image_id),
    'tags', ARRAY(SELECT tags.name FROM product_tags JOIN tags ON tags.id = tag_id WHERE product_id = products.id ORDER BY position)
  ) AS hit
  FROM unnest(${sql.placeholder('ids')}::bigint[]) WITH ORDINALITY AS wanted (id, place)
  JOIN products USING (id)
  WHERE status = 'approved'
  ORDER BY place
) hits`;

/** Taglines have no final period, but need one before more text. */
function joinTexts(tagline: string, description: string): string {
  if (description === '') return tagline;
  return `${tagline}${/[.!?…]$/u.test(tagline) ? '' : '.'} ${description}`;
}
