import { sql } from 'drizzle-orm';
import { RING_RULES } from '@/lib/contract/ring';
import type { Db } from '@/server/db/client';

type Period = { since: Date; now: Date };

/**
 * Compares the upvotes of some members with those of everyone who upvoted the same products at about the same time, and
 * replaces their links. Reads a bounded number of upvotes of each member, and of each product around each upvote.
 *
 * @param voterCount how many members have upvoted: the fewer of them are in a crowd, the more being in it says.
 */
export async function updateLinks(
  db: Db,
  userIds: readonly string[],
  { since, now, voterCount }: Period & { voterCount: number },
): Promise<void> {
  const { votesMax, nearbyMax, nearbyHours, commonMin, linkMin, networkWeightMax, sameDayWeight } =
    RING_RULES;
  const isRecent = sql`created_at > ${since.toISOString()}::timestamptz`;
  const window = sql`interval '1 hour' * ${nearbyHours}::integer`;
  const voters = Math.max(voterCount, RING_RULES.votersMin);
  await db.execute(sql`
    DELETE FROM vote_links WHERE user_id = ANY(${sql.param(userIds)}::bigint[])
      OR other_id = ANY(${sql.param(userIds)}::bigint[])`);
  await db.execute(sql`
    WITH checked AS (
      SELECT users.id AS user_id, users.created_at AS joined_at
      FROM unnest(${sql.param(userIds)}::bigint[]) AS ids (id) JOIN users USING (id) WHERE banned_at IS NULL
    ), votes AS (
      SELECT checked.user_id, own.* FROM checked CROSS JOIN LATERAL (
        SELECT product_id, created_at AS voted_at FROM upvotes
        WHERE upvotes.user_id = checked.user_id AND ${isRecent} ORDER BY created_at DESC LIMIT ${votesMax}
      ) AS own
    ), totals AS (SELECT user_id, count(*) AS total FROM votes GROUP BY user_id),
    nearby AS (
      SELECT votes.user_id, votes.product_id, other_id, count(*) OVER (PARTITION BY votes.user_id, votes.product_id) AS crowd
      FROM votes CROSS JOIN LATERAL (
        (SELECT user_id AS other_id FROM upvotes
          WHERE product_id = votes.product_id AND created_at >= voted_at AND created_at <= voted_at + ${window}
          ORDER BY created_at LIMIT ${nearbyMax})
        UNION ALL
        (SELECT user_id FROM upvotes
          WHERE product_id = votes.product_id AND created_at < voted_at AND created_at >= voted_at - ${window}
          ORDER BY created_at DESC LIMIT ${nearbyMax})
      ) AS others
    ), pairs AS (
      SELECT user_id, other_id, sum(greatest(ln(${voters}::float8 / crowd), 0)) AS evidence, count(*) AS common
      FROM nearby WHERE other_id <> user_id GROUP BY user_id, other_id HAVING count(*) >= ${commonMin}
    ), judged AS (
      SELECT pairs.user_id, other_id,
        evidence * 2 * common / (totals.total + other_total.total)
        + coalesce(shared.weight, 0)
        + CASE WHEN abs(extract(epoch FROM joined_at - users.created_at)) < 86400 THEN ${sameDayWeight}::float8 ELSE 0 END AS score
      FROM pairs JOIN checked USING (user_id) JOIN totals USING (user_id)
      JOIN users ON users.id = other_id AND banned_at IS NULL
      CROSS JOIN LATERAL (
        SELECT count(*) AS total FROM (
          SELECT FROM upvotes WHERE upvotes.user_id = other_id AND upvotes.${isRecent} LIMIT ${votesMax}
        ) AS recent
      ) AS other_total
      LEFT JOIN LATERAL (
        SELECT least(${networkWeightMax}::float8, greatest(ln(${voters}::float8 / min(members)), 0)) AS weight FROM (
          SELECT (
            SELECT count(*) FROM (
              SELECT FROM voter_networks all_users WHERE all_users.network = mine.network LIMIT ${RING_RULES.networkMembersMax}
            ) AS found
          ) AS members
          FROM voter_networks mine JOIN voter_networks theirs USING (network)
          WHERE mine.user_id = pairs.user_id AND theirs.user_id = other_id AND network <> ''
        ) AS networks HAVING count(*) > 0
      ) AS shared ON true
    )
    INSERT INTO vote_links (user_id, other_id, score, found_at)
    SELECT least(user_id, other_id), greatest(user_id, other_id), max(score), ${now.toISOString()}::timestamptz
    FROM judged WHERE score >= ${linkMin} GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (user_id, other_id) DO UPDATE SET score = excluded.score, found_at = excluded.found_at`);
}

export type VoteLink = { userId: string; otherId: string; score: number };

/** The links of those members that strong links connect with a member, the strongest first. At most 200 members, and 10,000 links. */
export async function listConnectedLinks(db: Db, userId: string): Promise<VoteLink[]> {
  const { coreLinkMin, membersMax, linksMax } = RING_RULES;
  const { rows } = await db.execute<VoteLink>(sql`
    WITH RECURSIVE reached (id) AS (
      SELECT ${userId}::bigint
      UNION
      SELECT next.id FROM reached CROSS JOIN LATERAL (
        SELECT other_id AS id FROM vote_links WHERE user_id = reached.id AND score >= ${coreLinkMin}
        UNION ALL SELECT user_id FROM vote_links WHERE other_id = reached.id AND score >= ${coreLinkMin}
      ) AS next
    ), members AS MATERIALIZED (SELECT id FROM reached LIMIT ${membersMax})
    SELECT user_id::text AS "userId", other_id::text AS "otherId", score FROM (
      SELECT vote_links.* FROM members JOIN vote_links ON user_id = members.id
      UNION
      SELECT vote_links.* FROM members JOIN vote_links ON other_id = members.id
    ) AS links
    ORDER BY score DESC LIMIT ${linksMax}`);
  return rows;
}

/** Notes who has upvoted from which network, for the job that finds rings. @param voters the network in hexadecimal. */
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
