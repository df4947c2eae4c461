import { and, desc, eq, gt, or, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { productMerges } from '@/server/db/schema/moderation-schema';
import { products, users } from '@/server/db/schema';
import type { Merge } from '@/server/queries/reactions/merged-reactions';
import { newestFirst, type PageFrom } from '@/server/queries/list-order';
import type { LockedProduct } from './product-rows';

export async function insertMerge(db: Db, merge: typeof productMerges.$inferInsert): Promise<string> {
  const [row] = await db.insert(productMerges).values(merge).returning({ id: productMerges.id });
  if (!row) throw new Error('No merge was inserted');
  return row.id;
}

/**
 * Locks products until the transaction ends, in the order of their ids, against every change and also against new rows
 * that refer to them: reactions wait before they are written.
 */
export async function lockProductsWholly(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, LockedProduct>> {
  const rows = await db
    .select()
    .from(products)
    .where(sql`${products.id} = ANY(${sql.param(ids)}::bigint[])`)
    .orderBy(products.id)
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** As `lockProductsWholly`, without locks. */
export async function findProducts(db: Db, ids: readonly string[]): Promise<Map<string, LockedProduct>> {
  const rows = await db
    .select()
    .from(products)
    .where(sql`${products.id} = ANY(${sql.param(ids)}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * A product and the duplicates that were merged into it. Those of merges that can't be undone any more are found by their slug,
 * which leads to the product.
 */
export async function listDuplicatesOf(db: Db, id: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    WITH RECURSIVE merged (id) AS (
      SELECT ${id}::bigint
      UNION
      SELECT duplicates.id FROM merged CROSS JOIN LATERAL (
        SELECT source_id AS id FROM product_merges WHERE target_id = merged.id
        UNION ALL
        SELECT products.id FROM product_slugs JOIN products USING (slug)
        WHERE product_slugs.product_id = merged.id AND products.id <> merged.id AND products.status = 'removed'
      ) AS duplicates
    )
    SELECT id::text AS id FROM merged`);
  return rows.map((row) => row.id);
}

/** Deletes the slugs of a product, also those that a merge has given to another one. @returns those slugs. */
export async function deleteSlugsOf(db: Db, id: string): Promise<string[]> {
  const { rows } = await db.execute<{ slug: string }>(sql`
    DELETE FROM product_slugs
    WHERE product_id = ${id}::bigint OR slug = (SELECT slug FROM products WHERE id = ${id}::bigint)
      OR slug = ANY(SELECT unnest(source_slugs) FROM product_merges WHERE source_id = ${id}::bigint)
    RETURNING slug`);
  return rows.map((row) => row.slug);
}

export async function lockMerge(db: Db, id: string) {
  const [row] = await db.select().from(productMerges).where(eq(productMerges.id, id)).for('update');
  return row;
}

/** The first later merge of the target: with another duplicate, or into another product. */
export async function findLaterMerge(db: Db, { id, targetId }: Pick<Merge, 'id' | 'targetId'>) {
  const isOfTarget = or(eq(productMerges.targetId, targetId), eq(productMerges.sourceId, targetId));
  const [row] = await db
    .select({ sourceName: products.name })
    .from(productMerges)
    .innerJoin(products, eq(products.id, productMerges.sourceId))
    .where(and(isOfTarget, gt(productMerges.id, id)))
    .orderBy(desc(productMerges.id))
    .limit(1);
  return row;
}

export async function deleteMerge(db: Db, id: string): Promise<void> {
  await db.delete(productMerges).where(eq(productMerges.id, id));
}

const select = (db: Db) =>
  db
    .select({
      id: productMerges.id,
      sourceId: productMerges.sourceId,
      targetId: productMerges.targetId,
      moderatorHandle: users.handle,
      createdAt: productMerges.createdAt,
      sourceUpvoteCount: productMerges.sourceUpvoteCount,
      targetUpvoteCount: productMerges.targetUpvoteCount,
    })
    .from(productMerges)
    .leftJoin(users, eq(users.id, productMerges.moderatorId));

export const mergeOrder = newestFirst('merges');

export async function listMerges(db: Db, { after, limit }: PageFrom) {
  return select(db)
    .where(mergeOrder.isAfter(after, productMerges.createdAt, productMerges.id))
    .orderBy(desc(productMerges.createdAt), desc(productMerges.id))
    .limit(limit);
}

export async function findMerge(db: Db, id: string) {
  const [row] = await select(db).where(eq(productMerges.id, id));
  return row;
}

/** With what undoing needs and with a rejected edit of its source. @returns false when there is none. */
export async function deleteOldMerge(db: Db, mergedBefore: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    WITH gone AS (
      DELETE FROM product_merges WHERE id = (
        SELECT id FROM product_merges WHERE created_at < ${mergedBefore.toISOString()}::timestamptz
        ORDER BY created_at LIMIT 1
      )
      RETURNING source_id
    ), edits AS (DELETE FROM product_edits USING gone WHERE product_id = source_id)
    SELECT source_id FROM gone`);
  return rows.length > 0;
}

/** Makes everything that refers to the source refer to the target, but for reactions. Keeps what undoing needs. */
export async function moveReferences(db: Db, { id, sourceId, targetId }: Merge): Promise<void> {
  await db.execute(sql`
    WITH moved AS (
      UPDATE product_slugs SET product_id = ${targetId}::bigint WHERE product_id = ${sourceId}::bigint RETURNING slug
    )
    UPDATE product_merges SET source_slugs = ARRAY(SELECT slug FROM moved) WHERE id = ${id}::bigint`);
  await db.execute(sql`
    WITH before AS (
      SELECT product_id, successor_ids FROM discontinuations
      WHERE successor_ids @> ARRAY[${sourceId}::bigint] ORDER BY product_id FOR UPDATE
    ), changed AS (
      UPDATE discontinuations SET successor_ids = ${replacedSuccessors(sql`before.successor_ids`, { sourceId, targetId })}
      FROM before WHERE discontinuations.product_id = before.product_id
    )
    UPDATE product_merges
    SET successor_ids = (SELECT coalesce(jsonb_object_agg(product_id, to_jsonb(successor_ids::text[])), '{}') FROM before)
    WHERE id = ${id}::bigint`);
  // A pair that the target has, too, keeps the target's row. The other row stays with the source and is not shown.
  await db.execute(sql`
    WITH own AS (
      SELECT id, status, CASE WHEN product_id = ${sourceId}::bigint THEN alternative_id ELSE product_id END AS other_id
      FROM alternatives WHERE product_id = ${sourceId}::bigint OR alternative_id = ${sourceId}::bigint
      ORDER BY id FOR UPDATE
    ), judged AS (
      SELECT *, other_id = ${targetId}::bigint OR EXISTS (
        SELECT FROM alternatives known
        WHERE known.product_id = least(other_id, ${targetId}::bigint)
          AND known.alternative_id = greatest(other_id, ${targetId}::bigint)
      ) AS is_known
      FROM own
    ), moved AS (
      UPDATE alternatives
      SET product_id = least(other_id, ${targetId}::bigint), alternative_id = greatest(other_id, ${targetId}::bigint)
      FROM judged WHERE alternatives.id = judged.id AND NOT is_known
      RETURNING alternatives.id
    ), undecided AS (
      DELETE FROM alternatives USING judged
      WHERE alternatives.id = judged.id AND is_known AND judged.status = 'pending'
      RETURNING alternatives.product_id, alternative_id, proposer_id, created_at
    ), kept AS (
      INSERT INTO merged_pairs (merge_id, product_id, alternative_id, proposer_id, created_at)
      SELECT ${id}::bigint, product_id, alternative_id, proposer_id, created_at FROM undecided
      WHERE proposer_id IS NOT NULL
    )
    UPDATE product_merges SET moved_pair_ids = ARRAY(SELECT id FROM moved) WHERE id = ${id}::bigint`);
}

/**
 * Makes everything refer to the source again that `moveReferences` has changed. Successors that a moderator has changed
 * since stay.
 */
export async function returnReferences(db: Db, { id, sourceId, targetId }: Merge): Promise<void> {
  const merge = sql`(SELECT * FROM product_merges WHERE id = ${id}::bigint) AS merge`;
  await db.execute(sql`
    UPDATE product_slugs SET product_id = ${sourceId}::bigint FROM ${merge}
    WHERE product_id = ${targetId}::bigint AND slug = ANY(source_slugs)`);
  await db.execute(sql`
    UPDATE discontinuations SET successor_ids = before.ids
    FROM (
      SELECT key::bigint AS product_id,
        ARRAY(SELECT value::bigint FROM jsonb_array_elements_text(entry.value) WITH ORDINALITY AS ids (value, place) ORDER BY place) AS ids
      FROM ${merge} CROSS JOIN jsonb_each(merge.successor_ids) AS entry
    ) AS before
    WHERE discontinuations.product_id = before.product_id
      AND discontinuations.successor_ids = ${replacedSuccessors(sql`before.ids`, { sourceId, targetId })}`);
  await db.execute(sql`
    UPDATE alternatives
    SET product_id = least(other_id, ${sourceId}::bigint), alternative_id = greatest(other_id, ${sourceId}::bigint)
    FROM (
      SELECT alternatives.id,
        CASE WHEN product_id = ${targetId}::bigint THEN alternative_id ELSE product_id END AS other_id
      FROM alternatives JOIN ${merge} ON alternatives.id = ANY(moved_pair_ids)
      WHERE ${targetId}::bigint IN (product_id, alternative_id)
    ) AS moved
    WHERE alternatives.id = moved.id`);
  await db.execute(sql`
    INSERT INTO alternatives (product_id, alternative_id, proposer_id, created_at)
    SELECT product_id, alternative_id, proposer_id, created_at FROM merged_pairs WHERE merge_id = ${id}::bigint
    ON CONFLICT DO NOTHING`);
}

const replacedSuccessors = (
  before: ReturnType<typeof sql>,
  { sourceId, targetId }: Pick<Merge, 'sourceId' | 'targetId'>,
) => sql`CASE WHEN ${targetId}::bigint = ANY(${before}) THEN array_remove(${before}, ${sourceId}::bigint)
    ELSE array_replace(${before}, ${sourceId}::bigint, ${targetId}::bigint) END`;
