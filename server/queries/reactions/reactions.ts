import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { products } from '@/server/db/schema';

/** The fields of a product that decide whether users can react to it. */
export type ReactableProduct = Pick<typeof products.$inferSelect, 'upvoteCount' | 'status' | 'approvedAt'>;

export async function findReactableProduct(db: Db, productId: string): Promise<ReactableProduct | undefined> {
  const [row] = await db
    .select({
      upvoteCount: products.upvoteCount,
      status: products.status,
      approvedAt: products.approvedAt,
    })
    .from(products)
    .where(eq(products.id, productId));
  return row;
}

export type Reactions = { upvoted: string[]; bookmarked: string[] };

/** The products among these that a user has upvoted and bookmarked, in no order. */
export async function listReactions(
  db: Db,
  userId: string,
  productIds: readonly string[],
): Promise<Reactions> {
  const ids = sql`ANY(${sql.param(productIds)}::bigint[])`;
  const { rows } = await db.execute<{ kind: keyof Reactions; id: string }>(sql`
    SELECT 'upvoted' AS kind, product_id AS id FROM upvotes WHERE user_id = ${userId}::bigint AND product_id = ${ids}
    UNION ALL
    SELECT 'bookmarked', product_id FROM bookmarks WHERE user_id = ${userId}::bigint AND product_id = ${ids}`);
  const idsOf = (kind: keyof Reactions) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  return { upvoted: idsOf('upvoted'), bookmarked: idsOf('bookmarked') };
}
