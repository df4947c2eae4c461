import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';

/**
 * What members add to a product, by table: the rows of others than one member, or those of a product. A report without an
 * account does not count: it would take a product from its submitter. `__tests__/server/db/contributions.test.ts` fails on a table
 * that refers to a product and is neither here nor among its exceptions.
 */
export const CONTRIBUTIONS = {
  upvotes: (id, member) => sql`product_id = ${id} AND user_id <> ${member}`,
  bookmarks: (id, member) => sql`product_id = ${id} AND user_id <> ${member}`,
  suggestions: (id, member) => sql`product_id = ${id} AND member_id <> ${member}`,
  product_claims: (id, member) => sql`product_id = ${id} AND member_id <> ${member}`,
  reports: (id, member) => sql`product_id = ${id} AND reporter_id <> ${member}`,
  appeals: (id, member) => sql`product_id = ${id} AND user_id <> ${member}`,
  product_edits: (id, member) => sql`product_id = ${id} AND editor_id <> ${member}`,
  alternatives: (id, member) => sql`(product_id = ${id} OR alternative_id = ${id}) AND (
    proposer_id IS DISTINCT FROM ${member}
    OR EXISTS (SELECT FROM alternative_upvotes WHERE pair_id = alternatives.id AND user_id <> ${member})
  )`,
  // The upvotes, bookmarks and links of a duplicate have moved to the product.
  product_merges: (id) => sql`target_id = ${id}`,
} as const satisfies Readonly<Record<string, (productId: SQL, memberId: SQL) => SQL>>;

/** A condition on `products`: others than a member have contributed to the product. */
export const isSharedWithOthers = (memberId: string): SQL => {
  const conditions = Object.entries(CONTRIBUTIONS).map(
    ([table, isOfOthers]) =>
      sql`EXISTS (SELECT FROM ${sql.identifier(table)} WHERE ${isOfOthers(sql`products.id`, sql`${memberId}::bigint`)})`,
  );
  return sql`(${sql.join(conditions, sql` OR `)})`;
};

/** Whether others than a member have contributed to a product, so that the member alone can't take it away. */
export async function hasContributionsOfOthers(db: Db, id: string, memberId: string): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`SELECT FROM products WHERE id = ${id}::bigint AND ${isSharedWithOthers(memberId)}`,
  );
  return rowCount === 1;
}
