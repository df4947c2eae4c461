import { inArray, sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '@/server/db/advisory-locks';
import type { Db } from '@/server/db/client';
import { products, users } from '@/server/db/schema';
import { identities } from '@/server/db/schema/sign-in-schema';

/** Until the transaction ends, no other process fills the demo. */
export async function lockDemo(db: Db): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.demo})`);
}

export async function hasProducts(db: Db): Promise<boolean> {
  return (await db.select({ id: products.id }).from(products).limit(1)).length > 0;
}

export async function listProductIds(db: Db): Promise<string[]> {
  const rows = await db.select({ id: products.id }).from(products).orderBy(products.id);
  return rows.map(({ id }) => id);
}

/** @returns the ids of the demo's users by handle. */
export async function insertDemoMembers(
  db: Db,
  members: (typeof users.$inferInsert)[],
): Promise<Map<string, string>> {
  const handles = members.map(({ handle }) => handle);
  await db.insert(users).values(members).onConflictDoNothing({ target: users.handle });
  const rows = await db
    .select({ id: users.id, handle: users.handle })
    .from(users)
    .where(inArray(users.handle, handles))
    .orderBy(users.id);
  return new Map(rows.map(({ id, handle }) => [handle, id]));
}

export async function insertDemoIdentities(db: Db, rows: (typeof identities.$inferInsert)[]): Promise<void> {
  await db.insert(identities).values(rows).onConflictDoNothing();
}

type DemoPair = {
  names: readonly [string, string];
  status: 'approved' | 'pending';
  proposerId: string | null;
  voterIds: readonly string[];
};

/** Adds pairs of alternatives with their upvotes. Leaves out pairs of products that are not listed. */
export async function insertDemoAlternatives(
  db: Db,
  pairs: readonly DemoPair[],
  createdAt: Date,
): Promise<void> {
  const at = sql`${createdAt.toISOString()}::timestamptz`;
  for (const { names, status, proposerId, voterIds } of pairs) {
    const count = voterIds.length;
    await db.execute(sql`
      WITH pair AS (
        INSERT INTO alternatives (product_id, alternative_id, status, proposer_id, upvote_count, ranking_upvote_count, created_at)
        SELECT min(id), max(id), ${status}::text, ${proposerId}::bigint, ${count}::integer, ${count}::integer, ${at}
        FROM products WHERE name = ANY(${sql.param(names)}::text[]) HAVING count(*) = 2
        RETURNING id
      )
      INSERT INTO alternative_upvotes (pair_id, user_id, created_at, counts_in_ranking)
      SELECT pair.id, voter_id, ${at}, true FROM pair, unnest(${sql.param(voterIds)}::bigint[]) AS voter_id`);
  }
}

export type DemoApproval = { id: string; approvedAt: Date; submitterId: string | null };

/** Spreads the demo over time and users: gives each product its own approval time and submitter. */
export async function updateApprovals(db: Db, approvals: readonly DemoApproval[]): Promise<void> {
  const values = sql.join(
    approvals.map(
      ({ id, approvedAt, submitterId }) =>
        sql`(${id}::bigint, ${approvedAt.toISOString()}::timestamptz, ${submitterId}::bigint)`,
    ),
    sql`, `,
  );
  await db.execute(sql`
    UPDATE products
    SET approved_at = given.at, created_at = given.at, updated_at = given.at, submitter_id = given.submitter_id
    FROM (VALUES ${values}) AS given (id, at, submitter_id) WHERE products.id = given.id`);
}
