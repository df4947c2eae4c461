import { sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import type { Db } from '@/server/db/client';

/** Tags are ordered by the upvotes of this many days (UTC), today included. */
const RECENT_DAYS = 30;
/** An upvote counts at most a day after it was given, when the account is old enough. Until then its day is not final. */
const FINAL_AFTER_MS = 2 * DAY_MS + HOUR_MS;
const RANKERS_MAX = 100_000;

/**
 * Counts the upvotes of the last 30 days: by tag, and the members who gave any. Reads only the upvotes of days that are
 * not counted yet or not final. Safe to repeat.
 */
export async function countRecentUpvotes(db: Db, now: Date): Promise<void> {
  for (const day of await listUncountedDays(db, now)) await countUpvotesOfDay(db, day, now);
  await db.transaction((tx) => sumUpvoteDays(tx, now));
}

/**
 * The days whose upvotes have to be counted: today, earlier days that have ended or become final since they were
 * counted, and days that were never counted.
 */
async function listUncountedDays(db: Db, now: Date): Promise<string[]> {
  const { rows } = await db.execute<{ day: string }>(sql`
    WITH given AS (SELECT ${now.toISOString()}::timestamptz AS now)
    SELECT days.day::text
    FROM given
    CROSS JOIN generate_series(0, ${RECENT_DAYS - 1}) AS age
    CROSS JOIN LATERAL (SELECT (now AT TIME ZONE 'UTC')::date - age AS day) AS days
    LEFT JOIN upvote_days USING (day)
    CROSS JOIN LATERAL (
      SELECT days.day::timestamp AT TIME ZONE 'UTC' + ${FINAL_AFTER_MS} * interval '1 millisecond' AS final_at
    ) AS ends
    WHERE age = 0 OR counted_at IS NULL
      OR counted_at < (days.day + 1)::timestamp AT TIME ZONE 'UTC'
      OR (counted_at < final_at AND now >= final_at)
    ORDER BY days.day`);
  return rows.map(({ day }) => day);
}

/**
 * Counts the upvotes of a day that count in the ranking, by tag, and notes who gave them. Safe to repeat.
 *
 * @param day as YYYY-MM-DD, in UTC.
 */
async function countUpvotesOfDay(db: Db, day: string, now: Date): Promise<void> {
  await db.execute(sql`
    WITH found AS MATERIALIZED (
      SELECT product_id, user_id FROM upvotes
      WHERE is_weighing AND created_at >= ${day}::timestamp AT TIME ZONE 'UTC'
        AND created_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC'
    ),
    rankers AS (
      SELECT id FROM users WHERE NOT has_ranked AND id IN (SELECT user_id FROM found) ORDER BY id FOR NO KEY UPDATE
    ),
    noted AS (UPDATE users SET has_ranked = true FROM rankers WHERE users.id = rankers.id),
    by_tag AS (
      SELECT tag_id, sum(total) AS total
      FROM (SELECT product_id, count(*) AS total FROM found GROUP BY product_id) AS by_product
      JOIN product_tags USING (product_id)
      GROUP BY tag_id
    )
    INSERT INTO upvote_days (day, tag_counts, ranker_count, counted_at)
    SELECT ${day}::date, coalesce((SELECT jsonb_object_agg(tag_id, total) FROM by_tag), '{}'), 0, ${now.toISOString()}::timestamptz
    ON CONFLICT (day) DO UPDATE SET tag_counts = excluded.tag_counts, counted_at = excluded.counted_at`);
}

/** Sums up the counted days: the upvotes of each tag, and the number of members who gave any. Forgets older days. */
async function sumUpvoteDays(db: Db, now: Date): Promise<void> {
  const today = sql`(${now.toISOString()}::timestamptz AT TIME ZONE 'UTC')::date`;
  await db.execute(sql`DELETE FROM upvote_days WHERE day <= ${today} - ${RECENT_DAYS}::integer`);
  await db.execute(sql`
    UPDATE upvote_days SET ranker_count = (
      SELECT count(*) FROM (SELECT FROM users WHERE has_ranked AND banned_at IS NULL LIMIT ${RANKERS_MAX}) AS rankers
    )
    WHERE day = ${today}`);
  await db.execute(sql`
    WITH summed AS (
      SELECT coalesce(merged_into_id, id) AS id, sum(value::integer)::integer AS total
      FROM upvote_days, jsonb_each_text(tag_counts) JOIN tags ON tags.id = key::bigint GROUP BY 1
    ),
    changed AS (
      SELECT tags.id, coalesce(total, 0) AS total FROM tags LEFT JOIN summed USING (id)
      WHERE recent_upvote_count <> coalesce(total, 0)
      ORDER BY tags.id FOR NO KEY UPDATE OF tags
    )
    UPDATE tags SET recent_upvote_count = total FROM changed WHERE tags.id = changed.id`);
}
