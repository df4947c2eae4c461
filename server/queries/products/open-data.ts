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

export type SectionedRow = DataRow & { section: { slug: string; name: string } };

/** The end of the products that have been read: a product in the section of a tag. */
export type SectionPosition = { sectionSlug: string; productId: string };

/**
 * The next approved products, each in the section of its first tag, like {@link listDataRows}. The order of the sections is the same in
 * every database.
 *
 * The conditions are subqueries of one value: a join would read whole tables for each section.
 */
export async function listSectionedRows(
  db: Db,
  { after, limit }: { after: SectionPosition; limit: number },
): Promise<SectionedRow[]> {
  const { rows } = await db.execute<SectionedRow>(sql`
    SELECT jsonb_build_object('slug', entry.section_slug, 'name', entry.section_name) AS section, ${columns} FROM (
      SELECT sections.slug AS section_slug, sections.name AS section_name, product_id
      FROM tags sections CROSS JOIN LATERAL (
        SELECT product_id FROM product_tags own
        WHERE own.tag_id = sections.id
          AND own.product_id > CASE WHEN sections.slug = ${after.sectionSlug} THEN ${after.productId}::bigint ELSE 0 END
          AND own.tag_id = (
            SELECT first.tag_id FROM product_tags first JOIN tags ON tags.id = first.tag_id AND is_listed
            WHERE first.product_id = own.product_id ORDER BY first.position, first.tag_id LIMIT 1
          )
          AND (SELECT status = 'approved' AND approved_at IS NOT NULL FROM products WHERE id = own.product_id)
        ORDER BY product_id LIMIT ${limit}
      ) AS product
      WHERE sections.merged_into_id IS NULL AND sections.is_listed AND sections.product_count > 0
        AND sections.slug COLLATE "C" >= ${after.sectionSlug}
      ORDER BY sections.slug COLLATE "C", product_id LIMIT ${limit}
    ) AS entry JOIN products ON products.id = entry.product_id
    ORDER BY entry.section_slug COLLATE "C", products.id`);
  return rows;
}
