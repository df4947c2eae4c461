import { inArray, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '@/server/db/client';
import { tags } from '@/server/db/schema';
import { tagIsPublic } from '@/server/queries/visibility';
import { neutralName } from './tag-spellings';

/** The ids of the tags that these slugs lead to directly: tags by their own, former and further slugs. */
async function readIds(db: Db, slugs: readonly string[]): Promise<Map<string, string>> {
  const named = sql`${sql.param(slugs)}::text[]`;
  const { rows } = await db.execute<{ slug: string; id: string }>(sql`
    SELECT slug, tag_id::text AS id FROM tag_slugs WHERE slug = ANY(${named})
    UNION ALL
    SELECT slug, id::text FROM tags WHERE slug = ANY(${named})`);
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

/**
 * The ids of tags by the slugs of what they are called: also by former slugs, synonyms and tags that were merged.
 * Creates the tags that do not exist yet, with a neutral name: the first public product names a tag. Until the transaction ends, none of them is merged
 * or deleted.
 */
export async function upsertTags(db: Db, named: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const slugs = [...named.keys()].sort();
  if (slugs.length === 0) return new Map();
  let known = await readIds(db, slugs);
  const missing = slugs.filter((slug) => !known.has(slug));
  if (missing.length > 0) {
    const rows = missing.map((slug) => ({ slug, name: neutralName(slug) }));
    await db.insert(tags).values(rows).onConflictDoNothing({ target: tags.slug });
    known = await readIds(db, slugs);
  }
  const finals = await keepFinalIds(db, [...known.values()]);
  // The hourly job has deleted an unused tag since its id was read. Its slug is free, and the job does not delete a tag that is new.
  if ([...known.values()].some((id) => !finals.has(id))) return upsertTags(db, named);
  return new Map([...known].map(([slug, id]) => [slug, finals.get(id) ?? id]));
}

/** What tags are called by the slugs that lead to them directly. A synonym is no name of its tag. */
export function namesOfTags(
  ids: ReadonlyMap<string, string>,
  named: ReadonlyMap<string, string>,
): Map<string, string> {
  return new Map(
    [...ids].flatMap(([slug, id]) => {
      const name = named.get(slug);
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
}

/**
 * The tag that each of these tags leads to in the end: itself, unless it was merged. Until the transaction ends, none of
 * them is merged or deleted. A tag that is gone is missing in the map.
 */
export async function keepFinalIds(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const targets = new Map<string, string | null>();
  let unknown = [...new Set(ids)];
  while (unknown.length > 0) {
    const rows = await db
      .select({ id: tags.id, mergedIntoId: tags.mergedIntoId })
      .from(tags)
      .where(inArray(tags.id, unknown))
      .orderBy(tags.id)
      .for('key share');
    for (const { id, mergedIntoId } of rows) targets.set(id, mergedIntoId);
    unknown = rows.flatMap(({ mergedIntoId }) =>
      mergedIntoId !== null && !targets.has(mergedIntoId) ? mergedIntoId : [],
    );
  }
  const finalOf = (id: string): string => {
    const target = targets.get(id);
    return target ? finalOf(target) : id;
  };
  return new Map(ids.flatMap((id) => (targets.has(id) ? [[id, finalOf(id)] as const] : [])));
}

export async function listTagIds(db: Db, slugs: readonly string[]): Promise<string[]> {
  const known = await readIds(db, slugs);
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT DISTINCT final_tag_id(id)::text AS id FROM unnest(${sql.param([...known.values()])}::bigint[]) AS id`);
  return rows.map(({ id }) => id);
}

export async function listPublicTagIds(db: Db, slugs: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id::text FROM tags WHERE id = ANY(${sql.param(await listTagIds(db, slugs))}::bigint[]) AND ${tagIsPublic()}`);
  return rows.map(({ id }) => id);
}

const foundTag = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  productCount: z.number(),
  description: z.string(),
  parentId: z.nullable(z.string()),
  isHidden: z.boolean(),
  isPublic: z.boolean(),
});
export type FoundTag = z.infer<typeof foundTag>;

/** The tag that a slug in any case leads to, also if it is not public: by its own slug, a former one, a synonym, or a merged tag. */
export async function findTagBySlug(db: Db, slug: string): Promise<FoundTag | undefined> {
  const asked = slug.toLowerCase();
  const { rows } = await db.execute(sql`
    SELECT id::text AS id, slug, name, product_count AS "productCount", description, parent_id::text AS "parentId",
      hidden_at IS NOT NULL AS "isHidden", ${tagIsPublic()} AS "isPublic"
    FROM tags WHERE id = final_tag_id(coalesce(
      (SELECT id FROM tags WHERE slug = ${asked}), (SELECT tag_id FROM tag_slugs WHERE slug = ${asked})
    ))`);
  return rows[0] && foundTag.parse(rows[0]);
}

/** What the tags are called that these slugs lead to, for slugs that are not their own. */
export async function listPresentNames(db: Db, slugs: readonly string[]): Promise<Map<string, string>> {
  const named = sql`${sql.param(slugs)}::text[]`;
  const { rows } = await db.execute<{ slug: string; name: string }>(sql`
    SELECT given.slug, tags.name
    FROM (
      SELECT slug, tag_id FROM tag_slugs WHERE slug = ANY(${named}) AND kind <> 'present'
      UNION ALL
      SELECT slug, id FROM tags WHERE slug = ANY(${named}) AND merged_into_id IS NOT NULL
    ) AS given
    JOIN tags ON tags.id = final_tag_id(given.tag_id)`);
  return new Map(rows.map(({ slug, name }) => [slug, name]));
}
