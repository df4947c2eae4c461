import { type SQL, sql } from 'drizzle-orm';
import { INDEXED_TAG_PRODUCTS_MIN } from '@/lib/contract/plain/site';
import type { Db } from '@/server/db/client';
import { productIsPublic, tagIsPublic } from '@/server/queries/visibility';

/** A page for search engines. `path` is the changing part of its path: a slug. */
export type SitemapRow = { slug: string; updatedAt: string | null };

export const SITEMAP_KINDS = ['products', 'tags', 'alternatives'] as const;
export type SitemapKind = (typeof SITEMAP_KINDS)[number];

/** The ids between which the rows of a part are; the first one is excluded. */
type IdRange = { afterId: SQL; lastId: SQL };
const isIn = (id: SQL, { afterId, lastId }: IdRange) => sql`${id} > ${afterId} AND ${id} <= ${lastId}`;

const pagesOf: Record<SitemapKind, (range: IdRange) => SQL> = {
  products: (range) => sql`
    SELECT id, slug, greatest(updated_at, approved_at) AS updated_at FROM products
    WHERE ${isIn(sql`id`, range)} AND ${productIsPublic}`,
  tags: (range) => sql`
    SELECT id, slug, NULL::timestamptz AS updated_at FROM tags WHERE ${isIn(sql`id`, range)} AND ${tagIsPublic()} AND product_count >= ${INDEXED_TAG_PRODUCTS_MIN}`,
  // The pages of products without listed alternatives ask not to be indexed.
  alternatives: (range) => sql`
    SELECT products.id, slug, NULL::timestamptz AS updated_at
    FROM products JOIN (
      SELECT DISTINCT subject_id FROM (
        SELECT product_id AS subject_id, alternative_id AS other_id FROM alternatives
        WHERE ${isIn(sql`product_id`, range)} AND status = 'approved'
        UNION ALL
        SELECT alternative_id, product_id FROM alternatives
        WHERE ${isIn(sql`alternative_id`, range)} AND status = 'approved'
      ) AS pairs
      JOIN products other ON other.id = other_id AND other.status = 'approved'
    ) AS subjects ON products.id = subject_id
    WHERE ${productIsPublic}`,
};
/** Whether a part has pages. Finds one alternative without sorting all of them, unlike the query for its pages. */
const hasPagesIn: Record<SitemapKind, (range: IdRange) => SQL> = {
  products: (range) => sql`EXISTS (${pagesOf.products(range)})`,
  tags: (range) => sql`EXISTS (${pagesOf.tags(range)})`,
  alternatives: (range) =>
    sql`(${hasPair(sql`product_id`, sql`alternative_id`, range)} OR ${hasPair(sql`alternative_id`, sql`product_id`, range)})`,
};
const hasPair = (subjectId: SQL, otherId: SQL, range: IdRange) => sql`EXISTS (
  SELECT FROM alternatives
  JOIN products ON products.id = ${subjectId} AND ${productIsPublic}
  JOIN products other ON other.id = ${otherId} AND other.status = 'approved'
  WHERE ${isIn(subjectId, range)} AND alternatives.status = 'approved'
)`;

const lastIdOf = {
  products: sql`SELECT max(id) FROM products`,
  tags: sql`SELECT max(id) FROM tags`,
  alternatives: sql`SELECT greatest(max(product_id), max(alternative_id)) FROM alternatives`,
};

/**
 * The parts of a kind that have pages, by number: part 0 has the ids up to `size`, part 1 the following ones. A part looks
 * for one page alone, so that the list costs as many probes as there are parts.
 */
export async function listSitemapParts(db: Db, kind: SitemapKind, size: number): Promise<number[]> {
  const range = { afterId: sql`part * ${size}::bigint`, lastId: sql`(part + 1) * ${size}::bigint` };
  const { rows } = await db.execute<{ part: number }>(sql`
    SELECT part::integer FROM generate_series(0, coalesce((${lastIdOf[kind]}), 0) / ${size}::bigint) AS part
    WHERE ${hasPagesIn[kind](range)}
    ORDER BY part`);
  return rows.map(({ part }) => part);
}

/** The last id that a part with pages can have. Undefined if the part has none. */
export async function findLastIdOfPart(
  db: Db,
  kind: SitemapKind,
  { part, size }: { part: number; size: number },
): Promise<number | undefined> {
  const range = { afterId: sql`${part * size}::bigint`, lastId: sql`${(part + 1) * size}::bigint` };
  const { rows } = await db.execute<{ lastId: number }>(sql`
    SELECT least(${range.lastId}, (${lastIdOf[kind]}))::double precision AS "lastId" WHERE ${hasPagesIn[kind](range)}`);
  return rows[0]?.lastId;
}

/** The pages whose ids are above one and up to another, in ascending order. Costs as much as there are ids between. */
export async function listSitemapRows(
  db: Db,
  kind: SitemapKind,
  { afterId, lastId }: { afterId: number; lastId: number },
): Promise<SitemapRow[]> {
  const range = { afterId: sql`${afterId}::bigint`, lastId: sql`${lastId}::bigint` };
  const { rows } = await db.execute<SitemapRow>(sql`
    SELECT slug, to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "updatedAt"
    FROM (${pagesOf[kind](range)}) AS pages ORDER BY id`);
  return rows;
}
