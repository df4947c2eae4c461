import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { curatedTag, type CuratedTag } from '@/lib/contract/tag-curation';
import type { Db } from '@/server/db/client';

type TagListOptions = {
  /** What the slugs begin with. Empty for all. */
  prefix: string;
  state: 'all' | 'hidden';
  /** The id of the tag before the page. */
  afterId?: string;
  limit: number;
};

/** Behind every slug with the same start. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Tags but merged ones, by slug. */
export async function listCuratedTags(
  db: Db,
  { prefix, state, afterId, limit }: TagListOptions,
): Promise<CuratedTag[]> {
  const conditions = [
    ...(state === 'hidden' ? [sql`tags.hidden_at IS NOT NULL`] : []),
    ...(prefix === ''
      ? []
      : [sql`tags.slug COLLATE "C" >= ${prefix} AND tags.slug COLLATE "C" < ${prefix + LAST_CHARACTER}`]),
    ...(afterId === undefined
      ? []
      : [sql`tags.slug COLLATE "C" > (SELECT slug FROM tags WHERE id = ${afterId}::bigint)`]),
  ];
  const where = conditions.reduce((all, condition) => sql`${all} AND ${condition}`, sql`true`);
  return read(db, sql`${where} ORDER BY tags.slug COLLATE "C" LIMIT ${limit}`);
}

/** A tag that was not merged. */
export async function findCuratedTag(db: Db, id: string): Promise<CuratedTag | undefined> {
  const [row] = await read(db, sql`tags.id = ${id}::bigint`);
  return row;
}

async function read(db: Db, where: SQL): Promise<CuratedTag[]> {
  const { rows } = await db.execute(sql`
    SELECT tags.id::text AS id, slug, name, product_count AS "productCount", description,
      hidden_at IS NOT NULL AS "isHidden",
      (
        SELECT json_build_object('slug', above.slug, 'name', above.name) FROM tags above WHERE above.id = tags.parent_id
      ) AS parent,
      (
        SELECT coalesce(json_agg(json_build_object('slug', other.slug, 'name', other.name) ORDER BY other.slug), '[]')
        FROM tag_slugs other WHERE other.tag_id = tags.id AND other.kind <> 'present' AND other.name IS NOT NULL
      ) AS synonyms,
      ARRAY(
        SELECT other.slug FROM tag_slugs other
        WHERE other.tag_id = tags.id AND other.kind <> 'present' AND other.name IS NULL ORDER BY other.slug
      ) AS "formerSlugs"
    FROM tags WHERE merged_into_id IS NULL AND ${where}`);
  return z.array(curatedTag).parse(rows);
}
