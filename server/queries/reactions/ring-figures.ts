import { sql } from 'drizzle-orm';
import { RING_RULES, type Ring } from '@/lib/contract/ring';
import type { Db } from '@/server/db/client';

export type Figures = Ring['figures'];

/** What the upvotes of some members since an instant have in common: the products of most of them, and the figures. */
export async function describeMembers(
  db: Db,
  userIds: readonly string[],
  since: Date,
): Promise<{ productIds: string[]; figures: Figures }> {
  const { productsMax, linkedShare, votesMax } = RING_RULES;
  const least = Math.max(3, Math.ceil(userIds.length * linkedShare));
  const members = sql`unnest(${sql.param(userIds)}::bigint[]) AS members (id)`;
  const spread = (of: string) => {
    const end = (share: number) =>
      sql`percentile_cont(${sql.raw(String(share))}) WITHIN GROUP (ORDER BY extract(epoch FROM ${sql.raw(of)}))`;
    return sql`${end(0.9)} - ${end(0.1)}`;
  };
  const { rows } = await db.execute<{ productIds: string[]; figures: Figures }>(sql`
    WITH votes AS (
      SELECT own.* FROM ${members} CROSS JOIN LATERAL (
        SELECT product_id, created_at FROM upvotes
        WHERE upvotes.user_id = members.id AND created_at > ${since.toISOString()}::timestamptz
        ORDER BY created_at DESC LIMIT ${votesMax}
      ) AS own
    ), targets AS (
      SELECT product_id, count(*) AS voters, ${spread('created_at')} AS seconds
      FROM votes GROUP BY product_id HAVING count(*) >= ${least}
      ORDER BY voters DESC, product_id LIMIT ${productsMax}
    ), networks AS (
      SELECT network, count(*) AS users FROM ${members} JOIN voter_networks ON user_id = members.id
      WHERE network <> '' GROUP BY network
    )
    SELECT ARRAY(SELECT product_id::text FROM targets ORDER BY voters DESC, product_id) AS "productIds",
      jsonb_build_object(
        'upvoteCount', (SELECT coalesce(sum(voters), 0) FROM targets),
        'upvotePercent', (SELECT coalesce(round(100 * sum(voters) / greatest((SELECT count(*) FROM votes), 1)), 0) FROM targets),
        'minutes', (SELECT coalesce(round(percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) / 60), 0) FROM targets),
        'networkCount', (SELECT count(*) FROM networks),
        'networkMembersMax', (SELECT coalesce(max(users), 0) FROM networks),
        'days', (SELECT coalesce(round((${spread('created_at')}) / 86400), 0) FROM ${members} JOIN users USING (id))
      ) AS figures`);
  const [row] = rows;
  if (!row) throw new Error('No figures were computed');
  return row;
}
