import { type SQL, sql } from 'drizzle-orm';
import { cutChars } from '@/lib/contract/plain/text';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import type { Db } from '@/server/db/client';

/** A condition on `tags`: no moderator has given the tag a slug, a description or a place. */
export const isUncurated = sql`(
  tags.is_listed AND tags.description = '' AND tags.parent_id IS NULL
  AND NOT EXISTS (SELECT FROM tag_slugs WHERE tag_slugs.tag_id = tags.id AND tag_slugs.kind <> 'present')
  AND NOT EXISTS (SELECT FROM tags AS below WHERE below.parent_id = tags.id)
)`;

/** A condition on `tags`: no public product has the tag, and no moderator has named it. Such a tag has no name of its own. */
const isUnnamed = sql`(tags.product_count = 0 AND ${isUncurated})`;

const spellingOf = (productId: SQL, tag: SQL) => sql`(
  SELECT tag_spellings.name FROM tag_spellings
  WHERE tag_spellings.product_id = ${productId} AND tag_spellings.tag_id = ${tag}.id
)`;

/** What a tag without a name is called elsewhere. */
export const neutralName = (slug: string): string =>
  cutChars(slug.replaceAll('-', ' '), PRODUCT_LIMITS.tagNameCharsMax);
const neutralNameOfTag = sql`left(replace(tags.slug, '-', ' '), ${PRODUCT_LIMITS.tagNameCharsMax})`;

/**
 * The name that a tag has once a product with it is public, or no longer is: the first product names the tag, and the last one takes its
 * name along.
 *
 * @param change 1 or -1.
 */
export const changedName = (productId: SQL, change: SQL) => sql`CASE
  WHEN ${change} > 0 AND ${isUnnamed} THEN coalesce(${spellingOf(productId, sql`tags`)}, tags.name)
  WHEN ${change} < 0 AND tags.product_count = 1 AND ${isUncurated} AND tags.name = ${spellingOf(productId, sql`tags`)}
    THEN ${neutralNameOfTag}
  ELSE tags.name
END`;

/** What the tag is called where the texts of a product are shown. */
export const nameOnProduct = (productId: SQL, tag = sql`tags`) =>
  sql`CASE WHEN ${tag}.product_count = 0 THEN coalesce(${spellingOf(productId, tag)}, ${tag}.name) ELSE ${tag}.name END`;

/** Stores what a product calls tags without a name, and forgets what it called others that it does not have. */
export async function storeTagSpellings(
  db: Db,
  productId: string,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  await db.execute(sql`
    DELETE FROM tag_spellings
    WHERE product_id = ${productId}::bigint AND tag_id NOT IN (
      SELECT tag_id FROM product_tags WHERE product_id = ${productId}::bigint
    )`);
  await db.execute(sql`
    INSERT INTO tag_spellings (product_id, tag_id, name)
    SELECT ${productId}::bigint, tags.id, named.name
    FROM unnest(${sql.param([...names.keys()])}::bigint[], ${sql.param([...names.values()])}::text[]) AS named (id, name)
    JOIN tags USING (id) WHERE ${isUnnamed}
    ON CONFLICT (product_id, tag_id) DO UPDATE SET name = excluded.name`);
}

/** Gives tags without a name the names that public products have for them. */
export async function nameUnnamedTags(db: Db, names: ReadonlyMap<string, string>): Promise<void> {
  await db.execute(sql`
    UPDATE tags SET name = named.name
    FROM unnest(${sql.param([...names.keys()])}::bigint[], ${sql.param([...names.values()])}::text[]) AS named (id, name)
    WHERE tags.id = named.id AND tags.name <> named.name AND ${isUnnamed}`);
}
