import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { VERSION_KINDS } from '@/lib/contract/history';
import { HISTORY_LIMITS } from '@/lib/contract/history';
import type { Db } from '@/server/db/client';
import { users } from '@/server/db/schema';
import { productVersions } from '@/server/db/schema/edit-schema';
import { newestFirst, type PageFrom } from '@/server/queries/list-order';
import { nameOnProduct } from '@/server/queries/tags/tag-spellings';
import { publicRole } from '@/server/queries/account/users';

export type VersionRow = typeof productVersions.$inferSelect & {
  memberHandle: string | null;
  memberRole: 'moderator' | 'admin' | null;
};

export type VersionChange = {
  kind: Exclude<(typeof VERSION_KINDS)[number], 'first'>;
  /** Who has made the change; null for imports. */
  memberId: string | null;
  at: Date;
};

/** What products say now. Each has locked its row. */
const current = (productIds: readonly string[]) => sql`(
  SELECT id AS product_id, name, tagline, description, url, updated_at,
    ARRAY(
      SELECT ${nameOnProduct(sql`products.id`)} FROM product_tags JOIN tags ON tags.id = tag_id WHERE product_id = products.id ORDER BY position, tag_id
    ) AS tags,
    (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
        'field', field, 'value', value, 'source', source,
        'checkedAt', to_char(checked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ) ORDER BY field), '[]')
      FROM product_values WHERE product_id = products.id
    ) AS field_values
  FROM products WHERE id = ANY(${sql.param(productIds)}::bigint[])
) AS current`;

/** Writes what products say before their first change. Call it in the transaction of each change, before the change. */
export async function insertFirstVersions(db: Db, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  await db.execute(sql`
    INSERT INTO product_versions (product_id, kind, created_at, name, tagline, description, url, tags, field_values)
    SELECT product_id, 'first', updated_at, name, tagline, description, url, tags, field_values
    FROM ${current(productIds)}
    WHERE NOT EXISTS (SELECT FROM product_versions known WHERE known.product_id = current.product_id)`);
}

/** Writes what products say after a change, unless it changed nothing. Deletes what is beyond the limit of a product. */
export async function insertVersions(
  db: Db,
  productIds: readonly string[],
  { kind, memberId, at }: VersionChange,
): Promise<void> {
  if (productIds.length === 0) return;
  await db.execute(sql`
    INSERT INTO product_versions (product_id, kind, member_id, created_at, name, tagline, description, url, tags, field_values)
    SELECT product_id, ${kind}, ${memberId}::bigint, ${at.toISOString()}::timestamptz,
      name, tagline, description, url, tags, field_values
    FROM ${current(productIds)}
    WHERE NOT EXISTS (
      SELECT FROM (
        SELECT * FROM product_versions known WHERE known.product_id = current.product_id ORDER BY id DESC LIMIT 1
      ) AS last
      WHERE (last.name, last.tagline, last.description, last.url, last.tags, last.field_values)
        = (current.name, current.tagline, current.description, current.url, current.tags, current.field_values)
    )`);
  await db.execute(sql`
    DELETE FROM product_versions USING unnest(${sql.param(productIds)}::bigint[]) AS changed (id)
    WHERE product_id = changed.id AND product_versions.id < (
      SELECT last.id FROM product_versions last WHERE last.product_id = changed.id
      ORDER BY last.id DESC OFFSET ${HISTORY_LIMITS.versionsMax - 1} LIMIT 1
    )`);
}

const columns = {
  id: productVersions.id,
  productId: productVersions.productId,
  kind: productVersions.kind,
  memberId: productVersions.memberId,
  memberHandle: users.handle,
  memberRole: publicRole,
  createdAt: productVersions.createdAt,
  name: productVersions.name,
  tagline: productVersions.tagline,
  description: productVersions.description,
  url: productVersions.url,
  tags: productVersions.tags,
  fieldValues: productVersions.fieldValues,
};
const select = (db: Db) =>
  db.select(columns).from(productVersions).leftJoin(users, eq(users.id, productVersions.memberId)).$dynamic();

export const versionOrder = newestFirst('versions');

/** The versions of a product after a position. The id alone is their order. */
export async function listVersions(
  db: Db,
  { productId, after, limit }: PageFrom & { productId: string },
): Promise<VersionRow[]> {
  return select(db)
    .where(
      and(eq(productVersions.productId, productId), after ? lt(productVersions.id, after.id) : undefined),
    )
    .orderBy(desc(productVersions.id))
    .limit(limit);
}

export async function findVersion(db: Db, id: string): Promise<VersionRow | undefined> {
  const [row] = await select(db).where(eq(productVersions.id, id));
  return row;
}
