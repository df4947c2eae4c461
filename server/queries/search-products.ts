import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';
import { plainText } from '@/server/db/plain-text';

/** What is asked of a product, each in the language of `tsquery`; the same words in ever fewer of its texts. */
export type SearchConditions = {
  any: string;
  head: string;
  name: string;
  /** The names that are meant, as `nameKey` writes them. */
  nameKeys: readonly string[];
};

/** The best matches, best first, and how many there are in all. */
export type Ranking = { ids: string[]; total: number };

/** Counting ends here. Products. */
export const COUNTED_MATCHES_MAX = 100_000;

/**
 * The condition as a subquery, whose value the planner does not look at: knowing that a word is common it would
 * read the whole table and unpack every product's words, which takes 20 times as long as the index.
 */
const condition = (text: SQLWrapper) => sql`words @@ (SELECT ${text}::tsquery)`;
const byVotes = sql`weighing_upvote_count DESC, product_id DESC`;
const [any, head, name] = [sql.placeholder('any'), sql.placeholder('head'), sql.placeholder('name')];
const limit = sql`${sql.placeholder('limit')}::int`;
const keys = sql`${sql.placeholder('nameKeys')}::text[]`;

const countOf = (where: SQL) =>
  sql`(SELECT count(*)::int FROM (SELECT FROM search_documents WHERE ${where} LIMIT ${COUNTED_MATCHES_MAX}) counted)`;

/** A part is read only when those before it gave less than the limit, so that it can leave out all that they gave. */
const matches = sql`(
  WITH named AS MATERIALIZED (
    SELECT product_id FROM search_documents WHERE ${condition(name)}
    ORDER BY CASE WHEN name_key = ANY(${keys}) THEN 0 WHEN name_key ^@ ANY(${keys}) THEN 1 ELSE 2 END, ${byVotes}
    LIMIT ${limit}
  ), headed AS MATERIALIZED (
    SELECT product_id FROM search_documents
    WHERE ${condition(head)} AND product_id NOT IN (SELECT product_id FROM named)
    ORDER BY ${byVotes} LIMIT ${limit}
  )
  SELECT product_id FROM named
  UNION ALL
  SELECT product_id FROM headed
  UNION ALL
  (SELECT product_id FROM search_documents
   WHERE ${condition(any)} AND product_id NOT IN (SELECT product_id FROM named UNION ALL SELECT product_id FROM headed)
   ORDER BY ${byVotes} LIMIT ${limit})
  LIMIT ${limit}
) matches`;

/**
 * Products that meet the conditions: those named so first, then whose names begin so, then by where the words stand
 * (name, tagline, elsewhere), each by votes.
 */
export async function rankMatches(db: Db, conditions: SearchConditions, count: number): Promise<Ranking> {
  return rank(
    db,
    'search_matches',
    { from: matches, total: countOf(condition(any)) },
    { ...conditions, limit: count },
  );
}

const products = sql`(SELECT id AS product_id FROM products WHERE status = 'approved' ORDER BY hot DESC, id DESC LIMIT ${limit}) hottest`;
const filtered = sql`(
  SELECT product_id FROM search_documents WHERE ${condition(any)} ORDER BY hot DESC, product_id DESC LIMIT ${limit}
) hottest`;

/** All products, or those that meet a condition, in hot order. */
export async function rankHottest(db: Db, where: string | undefined, count: number): Promise<Ranking> {
  return where === undefined
    ? rank(db, 'search_hottest', { from: products, total: countOf(sql`true`) }, { limit: count })
    : rank(
        db,
        'search_filtered',
        { from: filtered, total: countOf(condition(any)) },
        { any: where, limit: count },
      );
}

/** Prepared under a name: reading and planning the statement anew would take longer than most searches. */
async function rank(
  db: Db,
  statement: string,
  { from, total }: { from: SQL; total: SQL },
  values: Record<string, unknown>,
): Promise<Ranking> {
  const rows = await db
    .select({ productId: sql<string>`product_id`, total: sql<number>`${total}` })
    .from(from)
    .prepare(statement)
    .execute(values);
  return { ids: rows.map(({ productId }) => productId), total: rows[0]?.total ?? 0 };
}

/** How many of the matches (of all products without a condition) carry each tag, the most used first. */
export async function countMatchesByTag(db: Db, where: string | undefined, limit: number) {
  const counted =
    where === undefined
      ? sql`SELECT name, product_count AS count FROM tags WHERE product_count > 0 ORDER BY count DESC, name LIMIT ${limit}`
      : sql`
        SELECT name, count FROM (
          SELECT tag_id, count(*)::int AS count
          FROM (SELECT tag_ids FROM search_documents WHERE ${condition(sql`${where}`)} LIMIT ${COUNTED_MATCHES_MAX}) matches, unnest(tag_ids) AS tag_id
          GROUP BY tag_id
        ) used JOIN tags ON tags.id = tag_id
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

/** What is shown of these products, in this order; those that are not approved (any more) are left out. */
export async function listSearchHits(db: Db, ids: readonly string[]): Promise<SearchHitRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ hit: sql<unknown>`hit` })
    .from(hits)
    .prepare('search_hits')
    .execute({ ids });
  return rows.map(({ hit }) => {
    const row = hitRow.parse(hit);
    return {
      id: row.id,
      slug: row.slug,
      name: row.name,
      content: [row.tagline, plainText(row.description)].filter(Boolean).join(' '),
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
