import { sql } from 'drizzle-orm';
import { RING_RULES } from '@/lib/contract/ring';
import type { Db } from '@/server/db/client';

/**
 * Notes who has upvoted from which network, for the job that finds rings.
 *
 * @param voters the network in hexadecimal.
 */
export async function noteVoters(
  db: Db,
  voters: readonly { userId: string; network: string }[],
  now: Date,
): Promise<void> {
  if (voters.length === 0) return;
  await db.execute(sql`
    INSERT INTO voter_networks (user_id, network, seen_at)
    SELECT DISTINCT user_id, decode(network, 'hex'), ${now.toISOString()}::timestamptz
    FROM unnest(
      ${sql.param(voters.map(({ userId }) => userId))}::bigint[],
      ${sql.param(voters.map(({ network }) => network))}::text[]
    ) AS voters (user_id, network)
    ORDER BY 1, 2
    ON CONFLICT (user_id, network) DO UPDATE SET seen_at = excluded.seen_at, is_checked = false
    WHERE voter_networks.is_checked OR voter_networks.seen_at < excluded.seen_at - interval '1 day'`);
}

/** Takes members who have upvoted since they were checked, the longest waiting first. */
export async function takeUncheckedVoters(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    WITH due AS (
      SELECT DISTINCT user_id FROM (
        SELECT user_id FROM voter_networks WHERE NOT is_checked ORDER BY seen_at LIMIT ${limit}
      ) AS oldest
    ), taken AS (
      UPDATE voter_networks SET is_checked = true FROM due
      WHERE voter_networks.user_id = due.user_id AND NOT is_checked
    )
    SELECT user_id::text AS id FROM due`);
  return rows.map(({ id }) => id);
}

/** How many members have upvoted in the last 30 days, at most 10,000. */
export async function countVoters(db: Db): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    SELECT count(*)::integer AS total
    FROM (SELECT DISTINCT user_id FROM voter_networks LIMIT ${RING_RULES.votersMax}) AS voters`);
  return rows[0]?.total ?? 0;
}

/** Deletes the networks, links and rings that nothing has renewed since an instant. Rings that were set aside stay. */
export async function deleteOldVoterTraces(db: Db, before: Date): Promise<void> {
  const isOld = (column: string) => sql`${sql.identifier(column)} < ${before.toISOString()}::timestamptz`;
  await db.execute(sql`DELETE FROM voter_networks WHERE ${isOld('seen_at')}`);
  await db.execute(sql`DELETE FROM vote_links WHERE ${isOld('found_at')}`);
  await db.execute(sql`DELETE FROM vote_rings WHERE set_aside_at IS NULL AND ${isOld('seen_at')}`);
}
