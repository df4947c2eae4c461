import { inArray, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { identities, products, users } from '@/server/db/schema';

/** Any number that no other lock of ours uses. */
const DEMO_LOCK = 4_815_162_343;

/** Lets one process fill the demo at a time, until the transaction ends. */
export async function lockDemo(db: Db): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(${DEMO_LOCK})`);
}

export async function hasProducts(db: Db): Promise<boolean> {
  return (await db.select({ id: products.id }).from(products).limit(1)).length > 0;
}

/** Ids in the order in which the products were imported. */
export async function listProductIds(db: Db): Promise<string[]> {
  const rows = await db.select({ id: products.id }).from(products).orderBy(products.id);
  return rows.map(({ id }) => id);
}

/** @returns the ids of the demo's members by their handles. */
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

/** Adds the identities by which the demo's members sign in. */
export async function insertDemoIdentities(db: Db, rows: (typeof identities.$inferInsert)[]): Promise<void> {
  await db.insert(identities).values(rows).onConflictDoNothing();
}

export type DemoApproval = { id: string; approvedAt: Date; submitterId: string | null };

/** Spreads the demo over time and members: each product gets its own instant of approval, and who found it. */
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
