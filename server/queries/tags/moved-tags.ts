import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';

export type UnfinishedMerge = {
  id: string;
  sourceId: string;
  targetId: string;
  state: 'moving' | 'returning';
};

/** The tags that a product loses and gets. Without the id of a merge, the move cannot be undone. */
type MovedTags = { id: string | null; sourceId: string; targetId: string };

/** Locks the oldest merge with products left until the transaction ends, unless another process works on it. */
export async function lockUnfinishedMerge(db: Db): Promise<UnfinishedMerge | undefined> {
  const { rows } = await db.execute<UnfinishedMerge>(sql`
    SELECT id::text, source_id::text AS "sourceId", target_id::text AS "targetId", state FROM tag_merges
    WHERE state <> 'merged' ORDER BY tag_merges.id LIMIT 1 FOR UPDATE SKIP LOCKED`);
  return rows[0];
}

/** Products that the merge has left to change, and that stay as they are until the transaction ends. */
export async function lockProductsOfMerge(
  db: Db,
  { id, sourceId, state }: UnfinishedMerge,
  limit: number,
): Promise<string[]> {
  const left =
    state === 'moving'
      ? sql`product_tags WHERE tag_id = ${sourceId}::bigint`
      : sql`merged_product_tags WHERE merge_id = ${id}::bigint`;
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id::text FROM products
    WHERE id = ANY(ARRAY(SELECT product_id FROM ${left} ORDER BY product_id LIMIT ${limit}))
    ORDER BY products.id FOR NO KEY UPDATE`);
  return rows.map(({ id: productId }) => productId);
}

/** In the order in which everybody locks tags. */
const lockCounts = (db: Db, { sourceId, targetId }: MovedTags) =>
  db.execute(sql`
    SELECT FROM tags WHERE id IN (${sourceId}::bigint, ${targetId}::bigint) ORDER BY id FOR NO KEY UPDATE`);

/** Gives products the target in place of the source, once each, and keeps what undoing needs. */
export async function moveTagOfProducts(
  db: Db,
  merge: MovedTags,
  productIds: readonly string[],
): Promise<void> {
  const [source, target] = [sql`${merge.sourceId}::bigint`, sql`${merge.targetId}::bigint`];
  await lockCounts(db, merge);
  await db.execute(sql`
    WITH gone AS (
      DELETE FROM product_tags
      WHERE tag_id = ${source} AND product_id = ANY(${sql.param(productIds)}::bigint[])
      RETURNING product_id, position
    ), judged AS (
      SELECT gone.*, present.product_id IS NOT NULL AS had_target
      FROM gone LEFT JOIN product_tags present ON present.product_id = gone.product_id AND present.tag_id = ${target}
    ), kept AS (
      INSERT INTO merged_product_tags (merge_id, product_id, position, had_target)
      SELECT ${merge.id}::bigint, product_id, position, had_target FROM judged WHERE ${merge.id}::bigint IS NOT NULL
      ON CONFLICT DO NOTHING
    ), added AS (
      INSERT INTO product_tags (product_id, tag_id, position)
      SELECT product_id, ${target}, position FROM judged WHERE NOT had_target
    ), counted AS (
      SELECT count(*)::integer AS lost, (count(*) FILTER (WHERE NOT had_target))::integer AS gained
      FROM judged JOIN products ON id = product_id WHERE status = 'approved'
    )
    UPDATE tags SET product_count = product_count + CASE tags.id WHEN ${source} THEN -lost ELSE gained END
    FROM counted WHERE tags.id IN (${source}, ${target})`);
}

/** Gives products the source back. Those that have lost the target since get neither; those that had both keep both. */
export async function returnTagOfProducts(
  db: Db,
  merge: UnfinishedMerge,
  productIds: readonly string[],
): Promise<void> {
  const [source, target] = [sql`${merge.sourceId}::bigint`, sql`${merge.targetId}::bigint`];
  await lockCounts(db, merge);
  await db.execute(sql`
    WITH kept AS (
      DELETE FROM merged_product_tags
      WHERE merge_id = ${merge.id}::bigint AND product_id = ANY(${sql.param(productIds)}::bigint[])
      RETURNING product_id, position, had_target
    ), judged AS (
      SELECT kept.product_id, had_target, CASE WHEN had_target THEN kept.position ELSE present.position END AS position
      FROM kept JOIN product_tags present ON present.product_id = kept.product_id AND present.tag_id = ${target}
    ), gone AS (
      DELETE FROM product_tags USING judged
      WHERE product_tags.product_id = judged.product_id AND tag_id = ${target} AND NOT had_target
      RETURNING product_tags.product_id
    ), added AS (
      INSERT INTO product_tags (product_id, tag_id, position) SELECT product_id, ${source}, position FROM judged
      ON CONFLICT DO NOTHING RETURNING product_id
    ), counted AS (
      SELECT (SELECT count(*) FROM added JOIN products ON id = product_id WHERE status = 'approved')::integer AS gained,
        (SELECT count(*) FROM gone JOIN products ON id = product_id WHERE status = 'approved')::integer AS lost
    )
    UPDATE tags SET product_count = product_count + CASE tags.id WHEN ${source} THEN gained ELSE -lost END
    FROM counted WHERE tags.id IN (${source}, ${target})`);
}

/** No product is left. A merge that was undone is forgotten. */
export async function finishMerge(db: Db, { id, state }: UnfinishedMerge): Promise<void> {
  await db.execute(
    state === 'moving'
      ? sql`UPDATE tag_merges SET state = 'merged' WHERE id = ${id}::bigint`
      : sql`DELETE FROM tag_merges WHERE id = ${id}::bigint`,
  );
}

export type StrayTag = { id: string; productIds: string[] };

export async function findStrayTag(db: Db, limit: number): Promise<StrayTag | undefined> {
  const { rows } = await db.execute<StrayTag>(sql`
    SELECT first.tag_id::text AS id, ARRAY(
      SELECT product_id::text FROM stray_product_tags WHERE tag_id = first.tag_id ORDER BY stray_product_tags.product_id LIMIT ${limit}
    ) AS "productIds"
    FROM (SELECT tag_id FROM stray_product_tags ORDER BY tag_id LIMIT 1) AS first`);
  return rows[0];
}

/** Locks the products that still exist until the transaction ends. */
export async function lockTaggedProducts(db: Db, ids: readonly string[]): Promise<void> {
  await db.execute(sql`
    SELECT FROM products WHERE id = ANY(${sql.param(ids)}::bigint[]) ORDER BY id FOR NO KEY UPDATE`);
}

/**
 * Finds and locks the direct target of a merged tag; undefined for a tag that is not merged.
 *
 * @returns the id of the merge, or null once it can no longer be undone.
 */
export async function lockTargetOfTag(
  db: Db,
  sourceId: string,
): Promise<{ id: string | null; sourceId: string; targetId: string } | undefined> {
  const isOfMerge = sql`id = ${sourceId}::bigint OR id = (SELECT merged_into_id FROM tags WHERE id = ${sourceId}::bigint)`;
  const { rows } = await db.execute<{ id: string; mergedIntoId: string | null }>(sql`
    SELECT id::text, merged_into_id::text AS "mergedIntoId" FROM tags WHERE ${isOfMerge} ORDER BY tags.id FOR NO KEY UPDATE`);
  const targetId = rows.find(({ id }) => id === sourceId)?.mergedIntoId;
  // Otherwise the merge was undone, or made, while this transaction waited for the locks.
  if (!targetId || !rows.some(({ id }) => id === targetId)) return undefined;
  const { rows: merges } = await db.execute<{ id: string }>(sql`
    SELECT id::text FROM tag_merges WHERE source_id = ${sourceId}::bigint FOR KEY SHARE`);
  return { id: merges[0]?.id ?? null, sourceId, targetId };
}

export async function deleteStrays(db: Db, { id, productIds }: StrayTag): Promise<void> {
  await db.execute(sql`
    DELETE FROM stray_product_tags
    WHERE tag_id = ${id}::bigint AND product_id = ANY(${sql.param(productIds)}::bigint[])`);
}

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
