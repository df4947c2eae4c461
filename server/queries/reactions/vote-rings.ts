import { sql } from 'drizzle-orm';
import { type Ring, RING_RULES } from '@/lib/contract/ring';
import type { Db } from '@/server/db/client';
import { publicRole } from '@/server/queries/account/users';
import { listOrder, type PageFrom } from '@/server/queries/list-order';

export type RingRow = {
  id: string;
  score: number;
  foundAt: Date;
  figures: Figures;
  productIds: string[];
  members: Ring['members'];
  setAsideAt: Date | null;
  setAsideCount: number;
  otherCount: number;
};

/** The ring that has the most members in common with some members. Waits for another change of it. */
export async function findRingOf(db: Db, userIds: readonly string[]) {
  const { rows } = await db.execute<{ id: string; common: number; size: number; isSetAside: boolean }>(sql`
    SELECT id::text AS id, common, set_aside_at IS NOT NULL AS "isSetAside",
      (SELECT count(*)::integer FROM vote_ring_members WHERE ring_id = id) AS size
    FROM vote_rings JOIN (
      SELECT ring_id, count(*)::integer AS common FROM vote_ring_members
      WHERE user_id = ANY(${sql.param(userIds)}::bigint[]) GROUP BY ring_id
    ) AS found ON ring_id = id
    ORDER BY common DESC, id LIMIT 1 FOR UPDATE OF vote_rings`);
  return rows[0];
}

type FoundRing = { score: number; figures: Figures; productIds: readonly string[]; now: Date };

export async function insertRing(db: Db, { score, figures, productIds, now }: FoundRing): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    INSERT INTO vote_rings (found_at, seen_at, score, figures, product_ids)
    VALUES (${now.toISOString()}, ${now.toISOString()}, ${score}, ${JSON.stringify(figures)}::jsonb, ${sql.param(productIds)}::bigint[])
    RETURNING id::text AS id`);
  const [row] = rows;
  if (!row) throw new Error('No ring was inserted');
  return row.id;
}

/** A product whose upvotes are set aside stays among those of the ring, at most twice as many as a ring is found with. */
export async function updateRing(db: Db, id: string, ring: FoundRing): Promise<void> {
  const { score, figures, productIds, now } = ring;
  await db.execute(sql`
    UPDATE vote_rings SET seen_at = ${now.toISOString()}, score = ${score}, figures = ${JSON.stringify(figures)}::jsonb,
      product_ids = ${sql.param(productIds)}::bigint[] || ARRAY(
        SELECT product_id FROM unnest(product_ids) AS former (product_id)
        WHERE set_aside_at IS NOT NULL AND product_id <> ALL (${sql.param(productIds)}::bigint[])
        LIMIT ${RING_RULES.productsMax}
      )
    WHERE id = ${id}::bigint`);
}

/** Members that the ring has lost stay if its upvotes are set aside, so that undoing reaches them. */
export async function updateRingMembers(
  db: Db,
  id: string,
  userIds: readonly string[],
  keepsFormer: boolean,
) {
  if (!keepsFormer) {
    await db.execute(sql`
      DELETE FROM vote_ring_members
      WHERE ring_id = ${id}::bigint AND user_id <> ALL (${sql.param(userIds)}::bigint[])`);
  }
  await db.execute(sql`
    INSERT INTO vote_ring_members (ring_id, user_id)
    SELECT ${id}::bigint, id FROM unnest(${sql.param(userIds)}::bigint[]) AS members (id) JOIN users USING (id)
    ORDER BY id LIMIT ${RING_RULES.membersMax}
    ON CONFLICT DO NOTHING`);
}

export const ringOrder = listOrder<RingRow>('rings', {
  ...{ type: 'timestamptz', direction: 'descending' },
  positionOf: ({ foundAt: value, id }) => ({ value, id }),
});

export async function listRings(db: Db, { after, limit }: PageFrom) {
  const isAfter = ringOrder.isAfter(after, sql`found_at`, sql`id`);
  const { rows } = await db.execute<
    Omit<RingRow, 'foundAt' | 'setAsideAt'> & Record<'foundAt' | 'setAsideAt', string | null>
  >(sql`
    SELECT page.id::text AS id, score, found_at::text AS "foundAt", figures, product_ids::text[] AS "productIds",
      set_aside_at::text AS "setAsideAt", members.*, counts.*
    FROM (SELECT * FROM vote_rings WHERE ${isAfter} ORDER BY found_at DESC, id DESC LIMIT ${limit}) AS page
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('handle', handle, 'role', ${publicRole}, 'createdAt', created_at) ORDER BY created_at, users.id), '[]') AS members
      FROM (
        SELECT user_id FROM vote_ring_members WHERE ring_id = page.id ORDER BY user_id LIMIT ${RING_RULES.membersMax}
      ) AS listed JOIN users ON users.id = user_id
    ) AS members
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE set_aside.ring_id = page.id)::integer AS "setAsideCount",
        count(*) FILTER (WHERE set_aside.ring_id IS NULL)::integer AS "otherCount"
      FROM vote_ring_members JOIN upvotes USING (user_id) LEFT JOIN set_aside_upvotes AS set_aside USING (product_id, user_id)
      WHERE vote_ring_members.ring_id = page.id AND product_id = ANY(page.product_ids)
    ) AS counts
    ORDER BY found_at DESC, page.id DESC`);
  return rows.map(({ foundAt, setAsideAt, ...row }): RingRow => ({
    ...row,
    foundAt: new Date(foundAt ?? 0),
    setAsideAt: setAsideAt === null ? null : new Date(setAsideAt),
  }));
}

export async function lockRing(db: Db, id: string) {
  const { rows } = await db.execute<{ score: number; isSetAside: boolean }>(sql`
    SELECT score, set_aside_at IS NOT NULL AS "isSetAside" FROM vote_rings WHERE id = ${id}::bigint FOR UPDATE`);
  return rows[0];
}

export async function updateSetAside(
  db: Db,
  id: string,
  { at, moderatorId }: { at: Date | null; moderatorId: string | null },
): Promise<void> {
  await db.execute(sql`
    UPDATE vote_rings SET set_aside_at = ${at?.toISOString() ?? null}, moderator_id = ${moderatorId}
    WHERE id = ${id}::bigint`);
}

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
