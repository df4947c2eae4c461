import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { lockFreeTags } from './tag-merges';
import { isUncurated } from './tag-spellings';

/** Whether there is no such row. Looked up for each tag by itself: the planner would read whole tables for a hundred of them. */
const none = (rows: SQL) => sql`NOT EXISTS (SELECT FROM ${rows} OFFSET 0)`;

/** As `none`, for lists of tags. Counts them: until a first one is found, the planner would read the table instead of its index. */
const noneHas = (table: SQL) => sql`(SELECT count(*) FROM ${table} WHERE tag_ids @> ARRAY[tags.id]) = 0`;

/** A condition on `tags`: nothing has the tag, and nothing that a moderator did with it has to be kept. */
const isUnused = sql`(
  tags.product_count = 0 AND ${isUncurated}
  AND ${none(sql`product_tags WHERE product_tags.tag_id = tags.id`)}
  AND ${noneHas(sql`product_edits`)}
  AND ${noneHas(sql`newsletter_subscribers`)}
  AND ${none(sql`tags AS merged WHERE merged.merged_into_id = tags.id`)}
  AND ${none(sql`tag_merges WHERE tag_merges.source_id = tags.id OR tag_merges.target_id = tags.id`)}
  AND ${none(sql`tag_proposals
    WHERE (tag_proposals.low_id = tags.id OR tag_proposals.high_id = tags.id) AND dismissed_at IS NOT NULL`)}
  AND ${none(sql`audit_entries WHERE details ? 'tag' AND details ->> 'tag' = tags.id::text`)}
)`;

type DueTags = { notedBefore: Date; now: Date; limit: number };

/**
 * Looks at the tags that were noted first, and deletes those that nothing has, with what products without them called them. A tag that
 * another transaction has locked, such as that of a submission, is noted again, as of now. Waits for no lock.
 *
 * @returns false when no tag is due.
 */
export async function deleteUnusedTags(db: Db, { notedBefore, now, limit }: DueTags): Promise<boolean> {
  const { rows } = await db.execute<{ id: string; tagId: string }>(sql`
    SELECT id::text, tag_id::text AS "tagId" FROM unused_tags WHERE noted_at < ${notedBefore.toISOString()}::timestamptz
    ORDER BY unused_tags.noted_at, unused_tags.id LIMIT ${limit} FOR UPDATE SKIP LOCKED`);
  if (rows.length === 0) return false;
  const tagIds = rows.map(({ tagId }) => tagId);
  // The statements after the locks see what has the tags: a transaction that gives one to a product locks the tag before.
  const ids = sql`${sql.param(await lockFreeTags(db, tagIds))}::bigint[]`;
  const notes = sql`${sql.param(rows.map(({ id }) => id))}::bigint[]`;
  await db.execute(sql`
    DELETE FROM tag_spellings AS spelled
    WHERE tag_id = ANY(${ids})
      AND ${none(sql`product_tags WHERE product_id = spelled.product_id AND tag_id = spelled.tag_id`)}
      AND ${none(sql`product_edits WHERE product_id = spelled.product_id AND spelled.tag_id = ANY(tag_ids)`)}`);
  await db.execute(sql`DELETE FROM tags WHERE id = ANY(${ids}) AND ${isUnused}`);
  await db.execute(sql`
    DELETE FROM unused_tags
    WHERE id = ANY(${notes}) AND (
      tag_id = ANY(${ids}) OR NOT EXISTS (SELECT FROM tags WHERE tags.id = unused_tags.tag_id)
    )`);
  await db.execute(sql`
    UPDATE unused_tags SET noted_at = ${now.toISOString()}::timestamptz WHERE id = ANY(${notes})`);
  return true;
}
