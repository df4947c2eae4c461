import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import type { StoredValue } from '@/server/db/schema';

export type DataRow = {
  id: string;
  slug: string;
  name: string;
  tagline: string;
  description: string;
  url: string;
  tags: string[];
  /** ISO 8601, in UTC. */
  listedAt: string;
  values: Pick<StoredValue, 'field' | 'value'>[];
};

const columns = sql`
  products.id::text AS id, slug, name, tagline, description, url,
  to_char(approved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "listedAt",
  ARRAY(
    SELECT tags.name FROM product_tags JOIN tags ON tags.id = product_tags.tag_id AND hidden_at IS NULL
    WHERE product_tags.product_id = products.id ORDER BY product_tags.position, product_tags.tag_id
  ) AS tags,
  coalesce((
    SELECT jsonb_agg(jsonb_build_object('field', field, 'value', value) ORDER BY field)
    FROM product_values WHERE product_values.product_id = products.id
  ), '[]') AS values`;

export async function listDataRows(
  db: Db,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<DataRow[]> {
  const { rows } = await db.execute<DataRow>(sql`
    SELECT ${columns} FROM products
    WHERE products.id > ${afterId}::bigint AND status = 'approved' AND approved_at IS NOT NULL
    ORDER BY products.id LIMIT ${limit}`);
  return rows;
}

export type DataSection = { id: string; slug: string; name: string };

/** The tags after one, in an order that is the same in every database. */
export async function listDataSections(
  db: Db,
  { afterSlug, limit }: { afterSlug: string; limit: number },
): Promise<DataSection[]> {
  const { rows } = await db.execute<DataSection>(sql`
    SELECT id::text AS id, slug, name FROM tags
    WHERE product_count > 0 AND is_listed AND slug COLLATE "C" > ${afterSlug}
    ORDER BY slug COLLATE "C" LIMIT ${limit}`);
  return rows;
}

/**
 * The approved products whose first tag is this one, like {@link listDataRows}.
 *
 * Every part of the query begins after the position: a merge would otherwise read each table from its start.
 */
export async function listDataRowsOfSection(
  db: Db,
  { tagId, afterId, limit }: { tagId: string; afterId: string; limit: number },
): Promise<DataRow[]> {
  const { rows } = await db.execute<DataRow>(sql`
    SELECT ${columns} FROM (
      SELECT product_id FROM product_tags own
      WHERE own.tag_id = ${tagId}::bigint AND own.product_id > ${afterId}::bigint
        AND NOT EXISTS (
          SELECT FROM product_tags earlier JOIN tags ON tags.id = earlier.tag_id AND is_listed
          WHERE earlier.product_id = own.product_id AND earlier.product_id > ${afterId}::bigint
            AND (earlier.position, earlier.tag_id) < (own.position, own.tag_id)
        )
        AND EXISTS (
          SELECT FROM products
          WHERE id = own.product_id AND id > ${afterId}::bigint AND status = 'approved' AND approved_at IS NOT NULL
        )
      ORDER BY product_id LIMIT ${limit}
    ) AS section JOIN products ON products.id = section.product_id
    ORDER BY products.id`);
  return rows;
}
