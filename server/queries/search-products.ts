import { type SQL, sql } from 'drizzle-orm';
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
const condition = (text: string) => sql`words @@ (SELECT ${text}::tsquery)`;
const byVotes = sql`weighing_upvote_count DESC, product_id DESC`;

const countOf = (where: SQL) =>
  sql`(SELECT count(*)::int FROM (SELECT FROM search_documents WHERE ${where} LIMIT ${COUNTED_MATCHES_MAX}) counted)`;

/**
 * Products that meet the conditions: those named so first, then whose names begin so, then by where the words stand
 * (name, tagline, elsewhere), each by votes. Each part is looked at only if those before did not give enough.
 */
export async function rankMatches(
  db: Db,
  { any, head, name, nameKeys }: SearchConditions,
  limit: number,
): Promise<Ranking> {
  const keys = sql`${sql.param(nameKeys)}::text[]`;
  return rank(
    db,
    sql`
    SELECT product_id, ${countOf(condition(any))} AS total FROM (
      (SELECT product_id FROM search_documents WHERE ${condition(name)}
       ORDER BY CASE WHEN name_key = ANY(${keys}) THEN 0 WHEN name_key ^@ ANY(${keys}) THEN 1 ELSE 2 END, ${byVotes}
       LIMIT ${limit})
      UNION ALL
      (SELECT product_id FROM search_documents WHERE ${condition(`(${head}) & !(${name})`)} ORDER BY ${byVotes} LIMIT ${limit})
      UNION ALL
      (SELECT product_id FROM search_documents WHERE ${condition(`(${any}) & !(${head})`)} ORDER BY ${byVotes} LIMIT ${limit})
    ) ranked LIMIT ${limit}`,
  );
}

/** All products, or those that meet a condition, in hot order. */
export async function rankHottest(db: Db, where: string | undefined, limit: number): Promise<Ranking> {
  if (where === undefined) {
    return rank(
      db,
      sql`
      SELECT id AS product_id, ${countOf(sql`true`)} AS total FROM products
      WHERE status = 'approved' ORDER BY hot DESC, id DESC LIMIT ${limit}`,
    );
  }
  return rank(
    db,
    sql`
    SELECT product_id, ${countOf(condition(where))} AS total FROM search_documents
    WHERE ${condition(where)} ORDER BY hot DESC, product_id DESC LIMIT ${limit}`,
  );
}

async function rank(db: Db, query: SQL): Promise<Ranking> {
  const { rows } = await db.execute<{ product_id: string; total: number }>(query);
  return { ids: rows.map((row) => row.product_id), total: rows[0]?.total ?? 0 };
}

/** How many of the matches (of all products without a condition) carry each tag, the most used first. */
export async function countMatchesByTag(db: Db, where: string | undefined, limit: number) {
  const counted =
    where === undefined
      ? sql`SELECT name, product_count AS count FROM tags WHERE product_count > 0 ORDER BY count DESC, name LIMIT ${limit}`
      : sql`
        SELECT name, count FROM (
          SELECT tag_id, count(*)::int AS count
          FROM (SELECT tag_ids FROM search_documents WHERE ${condition(where)} LIMIT ${COUNTED_MATCHES_MAX}) matches, unnest(tag_ids) AS tag_id
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
  tags: z.array(z.string()),
});

export type SearchHitRow = {
  id: string;
  slug: string;
  name: string;
  content: string;
  tags: string[];
  upvoteCount: number;
};

/** What is shown of these products, in this order; those that are not approved (any more) are left out. */
export async function listSearchHits(db: Db, ids: readonly string[]): Promise<SearchHitRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute(sql`
    SELECT products.id, slug, name, tagline, coalesce(nullif(description_html, ''), description) AS description, upvote_count,
      ARRAY(SELECT tags.name FROM product_tags JOIN tags ON tags.id = tag_id WHERE product_id = products.id ORDER BY position) AS tags
    FROM unnest(${sql.param(ids)}::bigint[]) WITH ORDINALITY AS wanted (id, place)
    JOIN products USING (id)
    WHERE status = 'approved'
    ORDER BY place`);
  return z
    .array(hitRow)
    .parse(rows)
    .map((row) => ({
      id: row.id,
      slug: row.slug,
      name: row.name,
      content: [row.tagline, plainText(row.description)].filter(Boolean).join(' '),
      tags: row.tags,
      upvoteCount: row.upvote_count,
    }));
}
