import { and, eq, sql, type SQL } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '@/server/db/advisory-locks';
import type { CountedTag, Tag } from '@/lib/contract/tag';
import type { Db } from '@/server/db/client';
import { listOrder } from '@/server/queries/list-order';
import { tagIsPublic } from '@/server/queries/visibility';
import { tags } from '@/server/db/schema';
import { tagSlugs } from '@/server/db/schema/tag-schema';
import * as z from 'zod/mini';
import { curatedTag, type CuratedTag } from '@/lib/contract/tag-curation';

export async function updateTag(
  db: Db,
  id: string,
  changes: Partial<
    Pick<
      typeof tags.$inferInsert,
      'name' | 'slug' | 'description' | 'parentId' | 'hiddenAt' | 'comparedProductCount'
    >
  >,
): Promise<void> {
  await db.update(tags).set(changes).where(eq(tags.id, id));
}

export type OwnedSlug = typeof tagSlugs.$inferSelect;

/**
 * Makes a slug lead to a tag, unless it leads to one already, and locks it until the transaction ends.
 *
 * @returns what it leads to now: perhaps another tag.
 */
export async function takeTagSlug(db: Db, wanted: OwnedSlug): Promise<OwnedSlug> {
  await db.insert(tagSlugs).values(wanted).onConflictDoNothing({ target: tagSlugs.slug });
  const [row] = await db.select().from(tagSlugs).where(eq(tagSlugs.slug, wanted.slug)).for('update');
  if (!row) throw new Error('The slug was deleted right after it was taken');
  return row;
}

export async function updateTagSlug(
  db: Db,
  slug: string,
  changes: Partial<Pick<OwnedSlug, 'kind' | 'name'>>,
): Promise<void> {
  await db.update(tagSlugs).set(changes).where(eq(tagSlugs.slug, slug));
}

export async function lockTagSlug(
  db: Db,
  { tagId, slug }: Pick<OwnedSlug, 'tagId' | 'slug'>,
): Promise<OwnedSlug | undefined> {
  const [row] = await db
    .select()
    .from(tagSlugs)
    .where(and(eq(tagSlugs.slug, slug), eq(tagSlugs.tagId, tagId)))
    .for('update');
  return row;
}

export async function deleteTagSlug(db: Db, slug: string): Promise<void> {
  await db.delete(tagSlugs).where(eq(tagSlugs.slug, slug));
}

export async function countSynonyms(db: Db, tagId: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM tag_slugs
    WHERE tag_id = ${tagId}::bigint AND kind <> 'present' AND name IS NOT NULL`);
  return rows[0]?.count ?? 0;
}

export async function findTagById(db: Db, id: string) {
  const [row] = await db.select().from(tags).where(eq(tags.id, id));
  return row;
}

/** Another tag that has this name, in any case, as its own or as a synonym. */
export async function findTagNamed(
  db: Db,
  { name, exceptId }: { name: string; exceptId: string },
): Promise<string | undefined> {
  const { rows } = await db.execute<{ name: string }>(sql`
    SELECT name FROM tags
    WHERE merged_into_id IS NULL AND id <> ${exceptId}::bigint AND (
      lower(name) = lower(${name}::text)
      OR id IN (
        SELECT final_tag_id(tag_id) FROM tag_slugs WHERE kind <> 'present' AND lower(name) = lower(${name}::text)
      ))
    ORDER BY id LIMIT 1`);
  return rows[0]?.name;
}

/** Until the transaction ends, no other changes which tag is above which, or what tags are called. */
export async function lockTagTree(db: Db): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.tagTree})`);
}

type Ancestor = { id: string; slug: string; name: string; isPublic: boolean };

/** The tags above a tag, from the one right above it up. */
export async function listAncestors(db: Db, id: string): Promise<Ancestor[]> {
  // UNION ends at a cycle, which no command makes.
  const { rows } = await db.execute<Ancestor>(sql`
    WITH RECURSIVE above AS (
      SELECT parent_id AS id, 1 AS height FROM tags WHERE id = ${id}::bigint AND parent_id IS NOT NULL
      UNION
      SELECT parent_id, height + 1 FROM above JOIN tags USING (id) WHERE parent_id IS NOT NULL AND height < 100
    )
    SELECT tags.id::text AS id, slug, name, ${tagIsPublic()} AS "isPublic" FROM above JOIN tags USING (id) ORDER BY height`);
  return rows;
}

/** The number of levels below a tag, without merged tags. */
export async function countLevelsBelow(db: Db, id: string): Promise<number> {
  const { rows } = await db.execute<{ depth: number }>(sql`
    WITH RECURSIVE below AS (
      SELECT id, merged_into_id, 1 AS depth FROM tags WHERE parent_id = ${id}::bigint
      UNION
      SELECT tags.id, tags.merged_into_id, depth + 1 FROM below JOIN tags ON tags.parent_id = below.id WHERE depth < 100
    )
    SELECT coalesce(max(depth), 0)::integer AS depth FROM below WHERE merged_into_id IS NULL`);
  return rows[0]?.depth ?? 0;
}

/** Gives the children of a tag another parent, but for those that are above it. @returns the ids of those that moved. */
export async function moveChildren(
  db: Db,
  { fromId, toId, exceptIds }: { fromId: string; toId: string; exceptIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    UPDATE tags SET parent_id = ${toId}::bigint
    WHERE parent_id = ${fromId}::bigint AND id <> ALL(${sql.param(exceptIds)}::bigint[])
    RETURNING id::text`);
  return rows.map(({ id }) => id);
}

/** Gives children back that still are where a merge has moved them. */
export async function returnChildren(
  db: Db,
  { ids, fromId, toId }: { ids: readonly string[]; fromId: string; toId: string },
): Promise<void> {
  await db.execute(sql`
    UPDATE tags SET parent_id = ${toId}::bigint
    WHERE id = ANY(${sql.param(ids)}::bigint[]) AND parent_id = ${fromId}::bigint AND id <> ${toId}::bigint`);
}

export async function listListedAncestors(db: Db, id: string): Promise<Tag[]> {
  const above = await listAncestors(db, id);
  return above.flatMap(({ isPublic, slug, name }) => (isPublic ? { slug, name } : [])).reverse();
}

export async function listListedChildren(db: Db, id: string, limit: number): Promise<CountedTag[]> {
  const { rows } = await db.execute<CountedTag>(sql`
    SELECT slug, name, product_count AS "productCount" FROM tags
    WHERE parent_id = ${id}::bigint AND product_count > 0 AND is_listed
    ORDER BY product_count DESC, slug LIMIT ${limit}`);
  return rows;
}

type TagListOptions = {
  prefix: string;
  state: 'all' | 'hidden';
  afterId?: string;
  limit: number;
};

const LAST_CHARACTER = '\u{10FFFF}';

/** By slug, of which the id tells. */
export const curatedTagOrder = listOrder<CuratedTag>('tags', {
  ...{ type: 'none', direction: 'ascending' },
  positionOf: ({ id }) => ({ value: 0, id }),
});

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
