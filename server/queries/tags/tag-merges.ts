import { and, desc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '@/server/db/client';
import { tags, users } from '@/server/db/schema';
import { tagMerges } from '@/server/db/schema/tag-schema';
import { newestFirst, type PageFrom } from '@/server/queries/list-order';

export type LockedTag = typeof tags.$inferSelect;

/**
 * Locks tags until the transaction ends, in the order of their ids, also against products that get them: these wait, and
 * then see what has become of the tags.
 */
export async function lockTags(db: Db, ids: readonly string[]): Promise<Map<string, LockedTag>> {
  const rows = await db
    .select()
    .from(tags)
    .where(inArray(tags.id, [...ids]))
    .orderBy(tags.id)
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks as `lockTags` those of the tags that no other transaction has locked. @returns their ids. */
export async function lockFreeTags(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: tags.id })
    .from(tags)
    .where(inArray(tags.id, [...ids]))
    .orderBy(tags.id)
    .for('update', { skipLocked: true });
  return rows.map(({ id }) => id);
}

export async function insertTagMerge(db: Db, merge: typeof tagMerges.$inferInsert): Promise<string> {
  const [row] = await db.insert(tagMerges).values(merge).returning({ id: tagMerges.id });
  if (!row) throw new Error('No merge was inserted');
  await db.update(tags).set({ mergedIntoId: merge.targetId }).where(eq(tags.id, merge.sourceId));
  return row.id;
}

export async function lockTagMerge(db: Db, id: string) {
  const [row] = await db.select().from(tagMerges).where(eq(tagMerges.id, id)).for('update');
  return row;
}

/** The merge that is under way, or being undone, of one of these tags. */
export async function findUnfinishedMerge(db: Db, tagIds: readonly string[]) {
  const ids = [...tagIds];
  const [row] = await db
    .select({ name: tags.name })
    .from(tagMerges)
    .innerJoin(tags, eq(tags.id, tagMerges.sourceId))
    .where(
      and(
        ne(tagMerges.state, 'merged'),
        or(inArray(tagMerges.sourceId, ids), inArray(tagMerges.targetId, ids)),
      ),
    )
    .limit(1);
  return row;
}

/** The first later merge of the target: with another tag, or into another one. */
export async function findLaterTagMerge(db: Db, { id, targetId }: { id: string; targetId: string }) {
  const [row] = await db
    .select({ name: tags.name })
    .from(tagMerges)
    .innerJoin(tags, eq(tags.id, tagMerges.sourceId))
    .where(and(or(eq(tagMerges.targetId, targetId), eq(tagMerges.sourceId, targetId)), gt(tagMerges.id, id)))
    .orderBy(desc(tagMerges.id))
    .limit(1);
  return row;
}

export async function releaseTag(db: Db, { id, sourceId }: { id: string; sourceId: string }): Promise<void> {
  await db.update(tags).set({ mergedIntoId: null }).where(eq(tags.id, sourceId));
  await db.update(tagMerges).set({ state: 'returning' }).where(eq(tagMerges.id, id));
}

const target = alias(tags, 'target');

const select = (db: Db) =>
  db
    .select({
      id: tagMerges.id,
      source: { slug: tags.slug, name: tags.name },
      target: { slug: target.slug, name: target.name },
      moderatorHandle: users.handle,
      createdAt: tagMerges.createdAt,
      state: tagMerges.state,
      sourceProductCount: tagMerges.sourceProductCount,
      targetProductCount: tagMerges.targetProductCount,
      productCount: target.productCount,
    })
    .from(tagMerges)
    .innerJoin(tags, eq(tags.id, tagMerges.sourceId))
    .innerJoin(target, eq(target.id, tagMerges.targetId))
    .leftJoin(users, eq(users.id, tagMerges.moderatorId));

export type TagMergeRow = Awaited<ReturnType<typeof listTagMerges>>[number];

export const tagMergeOrder = newestFirst('tagMerges');

export async function listTagMerges(db: Db, { after, limit }: PageFrom) {
  const { createdAt, id } = tagMerges;
  return select(db)
    .where(tagMergeOrder.isAfter(after, createdAt, id))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

export async function findTagMerge(db: Db, id: string) {
  const [row] = await select(db).where(eq(tagMerges.id, id));
  return row;
}

/** Deletes one merge of before an instant, so that it can no longer be undone. @returns false when there is none. */
export async function deleteOldTagMerge(db: Db, mergedBefore: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    DELETE FROM tag_merges WHERE id = (
      SELECT id FROM tag_merges WHERE created_at < ${mergedBefore.toISOString()}::timestamptz AND state = 'merged'
      ORDER BY created_at LIMIT 1
    )
    RETURNING id`);
  return rows.length > 0;
}
