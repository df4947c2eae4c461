import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  OWN_PAGE_LIMITS,
  ownPage,
  type OwnPageInput,
  ownPageVersion,
  PAGE_PLACES,
} from '@/lib/contract/own-page';
import type { Db } from '@/server/db/client';
import { listOrder } from '@/server/queries/list-order';
import { timestamptz } from '@/server/queries/sql-values';

const instant = (column: SQL) => sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const fact = sql`id::text AS id, slug, title, place, position, is_published AS "isPublished", version,
  ${instant(sql`updated_at`)} AS "updatedAt"`;

/** Every page, drafts too, without its text. */
export async function listOwnPages(db: Db) {
  const { rows } = await db.execute(
    sql`SELECT ${fact}, '' AS body FROM own_pages ORDER BY position, title, id LIMIT ${OWN_PAGE_LIMITS.pagesMax}`,
  );
  return z.array(ownPage).parse(rows);
}

export async function findOwnPage(db: Db, id: string) {
  const { rows } = await db.execute(sql`SELECT ${fact}, body FROM own_pages WHERE id = ${id}::bigint`);
  return z.array(ownPage).parse(rows)[0];
}

const published = z.object({
  slug: z.string(),
  title: z.string(),
  body: z.string(),
  html: z.string(),
  updatedAt: z.string(),
});

export async function findPublishedPage(db: Db, slug: string) {
  const { rows } = await db.execute(sql`
    SELECT slug, title, body, html, ${instant(sql`updated_at`)} AS "updatedAt"
    FROM own_pages WHERE slug = ${slug} AND is_published`);
  return z.array(published).parse(rows)[0];
}

const linked = z.object({
  slug: z.string(),
  title: z.string(),
  place: z.enum(PAGE_PLACES),
  updatedAt: z.string(),
  /** The paths that it had in the versions that are kept. */
  formerSlugs: z.array(z.string()),
});
export type LinkedPage = z.infer<typeof linked>;

/** What the site says of its published pages besides their texts, in the order of their links. */
export async function listPublishedPages(db: Db): Promise<LinkedPage[]> {
  const { rows } = await db.execute(sql`
    SELECT slug, title, place, ${instant(sql`updated_at`)} AS "updatedAt", ARRAY(
      SELECT DISTINCT versions.slug FROM own_page_versions versions
      WHERE versions.page_id = own_pages.id AND versions.slug <> own_pages.slug
    ) AS "formerSlugs"
    FROM own_pages WHERE is_published ORDER BY position, title, id LIMIT ${OWN_PAGE_LIMITS.pagesMax}`);
  return z.array(linked).parse(rows);
}

/** Keeps others from changing pages until the transaction ends. */
export async function lockOwnPages(db: Db): Promise<void> {
  await db.execute(sql`LOCK TABLE own_pages IN SHARE ROW EXCLUSIVE MODE`);
}

export async function countOwnPages(db: Db): Promise<number> {
  const { rows } = await db.execute(sql`SELECT count(*)::int AS count FROM own_pages`);
  return z.array(z.object({ count: z.int() })).parse(rows)[0]?.count ?? 0;
}

/** Whether another page has the path. */
export async function isOwnPageSlugTaken(db: Db, slug: string, exceptId: string | undefined) {
  const { rows } = await db.execute(
    sql`SELECT 1 FROM own_pages WHERE slug = ${slug} AND id <> ${exceptId ?? '0'}::bigint`,
  );
  return rows.length > 0;
}

/** Whether the path is that of a product in another system, from where an import has it. */
export async function isOldPath(db: Db, path: string): Promise<boolean> {
  const { rows } = await db.execute(sql`SELECT 1 FROM product_slugs WHERE slug = ${path}`);
  return rows.length > 0;
}

type Write = OwnPageInput & { html: string; version: number; at: Date };

export async function insertOwnPage(db: Db, page: Write): Promise<string> {
  const { slug, title, body, html, place, position, isPublished, version, at } = page;
  const { rows } = await db.execute(sql`
    INSERT INTO own_pages (slug, title, body, html, place, position, is_published, version, created_at, updated_at)
    VALUES (${slug}, ${title}, ${body}, ${html}, ${place}, ${position}, ${isPublished}, ${version}, ${timestamptz(at)}, ${timestamptz(at)})
    RETURNING id::text AS id`);
  const [row] = z.array(z.object({ id: z.string() })).parse(rows);
  if (!row) throw new Error('The page was not stored.');
  return row.id;
}

export async function updateOwnPage(db: Db, id: string, page: Write): Promise<void> {
  const { slug, title, body, html, place, position, isPublished, version, at } = page;
  await db.execute(sql`
    UPDATE own_pages SET slug = ${slug}, title = ${title}, body = ${body}, html = ${html}, place = ${place},
      position = ${position}, is_published = ${isPublished}, version = ${version}, updated_at = ${timestamptz(at)}
    WHERE id = ${id}::bigint`);
}

/** @returns the page as it was, without its text. */
export async function deleteOwnPage(db: Db, id: string) {
  const { rows } = await db.execute(
    sql`DELETE FROM own_pages WHERE id = ${id}::bigint RETURNING ${fact}, '' AS body`,
  );
  return z.array(ownPage).parse(rows)[0];
}

type NewVersion = OwnPageInput & {
  pageId: string;
  version: number;
  restored: number | null;
  entryId: string;
  at: Date;
};

/** Adds a version, and deletes those that are too old to be kept. */
export async function insertOwnPageVersion(db: Db, row: NewVersion): Promise<void> {
  const { pageId, version, slug, title, body, place, position, isPublished, restored, entryId, at } = row;
  await db.execute(sql`
    INSERT INTO own_page_versions (page_id, version, slug, title, body, place, position, is_published, restored, entry_id, created_at)
    VALUES (${pageId}::bigint, ${version}, ${slug}, ${title}, ${body}, ${place}, ${position}, ${isPublished}, ${restored},
      ${entryId}::bigint, ${timestamptz(at)})`);
  await db.execute(sql`
    DELETE FROM own_page_versions
    WHERE page_id = ${pageId}::bigint AND version <= ${version - OWN_PAGE_LIMITS.versionsMax}`);
}

type ListedVersion = z.infer<typeof ownPageVersion>;

/** The newest first. The number of a version is its id. */
export const ownPageVersionsOrder = listOrder<ListedVersion>('own page versions', {
  ...{ type: 'none', direction: 'descending' },
  positionOf: ({ version }) => ({ value: 0, id: String(version) }),
});

const versionColumns = sql`version, slug, title, body, place, position, is_published AS "isPublished", restored,
  entries.actor_handle AS "authorHandle", ${instant(sql`versions.created_at`)} AS "createdAt"
  FROM own_page_versions versions LEFT JOIN audit_entries entries ON entries.id = versions.entry_id`;

export async function listOwnPageVersions(
  db: Db,
  { pageId, before, limit }: { pageId: string; before?: number; limit: number },
): Promise<ListedVersion[]> {
  const { rows } = await db.execute(sql`
    SELECT ${versionColumns} WHERE page_id = ${pageId}::bigint
      ${before === undefined ? sql`` : sql`AND version < ${before}`}
    ORDER BY version DESC LIMIT ${limit}`);
  return z.array(ownPageVersion).parse(rows);
}

export async function findOwnPageVersion(db: Db, pageId: string, version: number) {
  const { rows } = await db.execute(
    sql`SELECT ${versionColumns} WHERE page_id = ${pageId}::bigint AND version = ${version}`,
  );
  return z.array(ownPageVersion).parse(rows)[0];
}
