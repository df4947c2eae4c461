import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';

const comparedTag = z.object({
  id: z.string(),
  slug: z.string(),
  matchKey: z.string(),
  productCount: z.number(),
  parentId: z.nullable(z.string()),
  isListed: z.boolean(),
});
export type ComparedTag = z.infer<typeof comparedTag>;

const columns = sql`tags.id::text AS id, tags.slug, tags.match_key AS "matchKey", tags.product_count AS "productCount",
  tags.parent_id::text AS "parentId", tags.is_listed AS "isListed"`;
const isComparable = sql`is_listed AND product_count > 0`;

/** Tags that are new, or whose number of products has changed since they were compared. */
export async function listUncomparedTags(db: Db, limit: number): Promise<ComparedTag[]> {
  const { rows } = await db.execute(sql`
    SELECT ${columns} FROM tags WHERE compared_product_count IS DISTINCT FROM product_count ORDER BY tags.id LIMIT ${limit}`);
  return z.array(comparedTag).parse(rows);
}

/** How many tags are read for each half and length. Beyond that, a word is too common to say anything. */
const NEAR_MAX = 100;
const LAST_CHARACTER = '\u{10FFFF}';

/** Tags with the same key, and those whose key has about as many letters and the same first or second half. */
export async function listSimilarTags(db: Db, { id, matchKey }: ComparedTag): Promise<ComparedTag[]> {
  const letters = Array.from(matchKey);
  const half = Math.floor(letters.length / 2);
  const start = letters.slice(0, half).join('');
  const end = letters.slice(half).reverse().join('');
  const near = (key: ReturnType<typeof sql>, part: string) => sql`(
    SELECT found.id FROM generate_series(${letters.length - 1}::integer, ${letters.length + 1}::integer) AS chars
    CROSS JOIN LATERAL (
      SELECT id FROM tags WHERE ${isComparable} AND length(match_key) = chars
        AND ${key} COLLATE "C" >= ${part} AND ${key} COLLATE "C" < ${part + LAST_CHARACTER}
      LIMIT ${NEAR_MAX}
    ) AS found
  )`;
  const { rows } = await db.execute(sql`
    SELECT ${columns} FROM tags
    WHERE id IN (
      SELECT id FROM tags WHERE ${isComparable} AND length(match_key) = ${letters.length} AND match_key COLLATE "C" = ${matchKey}
      UNION ${half === 0 ? sql`SELECT NULL` : near(sql`match_key`, start)}
      UNION ${half === 0 ? sql`SELECT NULL` : near(sql`reverse(match_key)`, end)}
    ) AND id <> ${id}::bigint`);
  return z.array(comparedTag).parse(rows);
}

const sharedTag = z.extend(comparedTag, { sharedCount: z.int(), sampledCount: z.int() });

/** The tags that most of the last products of a tag have, too. */
export async function listSharedTags(
  db: Db,
  { id }: ComparedTag,
  { sampledMax, sharedMin, shareMin }: { sampledMax: number; sharedMin: number; shareMin: number },
) {
  const { rows } = await db.execute(sql`
    WITH sample AS MATERIALIZED (
      SELECT product_id FROM product_tags WHERE tag_id = ${id}::bigint ORDER BY product_id DESC LIMIT ${sampledMax}
    ), sampled AS (SELECT count(*)::integer AS total FROM sample)
    SELECT ${columns}, shared.total AS "sharedCount", sampled.total AS "sampledCount"
    FROM (
      SELECT other.tag_id, count(*)::integer AS total FROM sample JOIN product_tags other USING (product_id)
      WHERE other.tag_id <> ${id}::bigint GROUP BY other.tag_id HAVING count(*) >= ${sharedMin}
    ) AS shared
    CROSS JOIN sampled
    JOIN tags ON tags.id = shared.tag_id AND ${isComparable}
    WHERE shared.total >= sampled.total * ${shareMin}::float8`);
  return z.array(sharedTag).parse(rows);
}
