import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';

/** Has a job enter all products of these tags into the search again. */
export async function queueTagRefresh(db: Db, tagIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    INSERT INTO tag_refreshes (tag_id) SELECT id FROM unnest(${sql.param(tagIds)}::bigint[]) AS id ORDER BY id
    ON CONFLICT (tag_id) DO UPDATE SET after_product_id = 0, version = excluded.version`);
}

export type TagRefresh = { tagId: string; afterId: string; version: string };

export async function findTagRefresh(db: Db): Promise<TagRefresh | undefined> {
  const { rows } = await db.execute<TagRefresh>(sql`
    SELECT tag_id::text AS "tagId", after_product_id::text AS "afterId", version::text FROM tag_refreshes
    ORDER BY tag_id LIMIT 1`);
  return rows[0];
}

/** The products of a tag after one, in the order of their ids. */
export async function listProductIdsOfTag(
  db: Db,
  { tagId, afterId }: Pick<TagRefresh, 'tagId' | 'afterId'>,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT product_id::text AS id FROM product_tags
    WHERE tag_id = ${tagId}::bigint AND product_id > ${afterId}::bigint ORDER BY product_id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/**
 * Stores the progress of a refresh. Does nothing if the refresh was requested again in the meantime.
 *
 * @param lastId undefined: no product follows.
 */
export async function advanceTagRefresh(
  db: Db,
  { tagId, afterId, version }: TagRefresh,
  lastId: string | undefined,
): Promise<void> {
  const isSame = sql`tag_id = ${tagId}::bigint AND after_product_id = ${afterId}::bigint AND version = ${version}::xid8`;
  await db.execute(
    lastId === undefined
      ? sql`DELETE FROM tag_refreshes WHERE ${isSame}`
      : sql`UPDATE tag_refreshes SET after_product_id = ${lastId}::bigint WHERE ${isSame}`,
  );
}
