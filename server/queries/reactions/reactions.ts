import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { listOrder, type PageFrom } from '@/server/queries/list-order';
import { bookmarks, products } from '@/server/db/schema';

type Bookmark = { productId: string; userId: string };

/**
 * Adds a user's bookmark of an approved product and counts it in the same statement.
 *
 * @returns false when nothing changed: the bookmark existed, or the product is not approved.
 */
export async function insertBookmark(
  db: Db,
  { productId, userId, createdAt }: Bookmark & { createdAt: Date },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    WITH added AS (
      INSERT INTO bookmarks (user_id, product_id, created_at)
      SELECT ${userId}::bigint, id, ${createdAt.toISOString()}::timestamptz
      FROM products WHERE id = ${productId}::bigint AND status = 'approved'
      -- Waits for a merge of the product.
      FOR KEY SHARE
      ON CONFLICT DO NOTHING
      RETURNING product_id
    )
    UPDATE products SET bookmark_count = bookmark_count + 1
    FROM added WHERE products.id = added.product_id
    RETURNING products.id`);
  return rows.length > 0;
}

/** Deletes a user's bookmark, whatever the product's status. False when there was none. */
export async function deleteBookmark(db: Db, { productId, userId }: Bookmark): Promise<boolean> {
  const { rows } = await db.execute(sql`
    WITH present AS (
      -- Waits for a merge of the product.
      SELECT id FROM products WHERE id = ${productId}::bigint FOR KEY SHARE
    ),
    removed AS (
      DELETE FROM bookmarks USING present WHERE user_id = ${userId}::bigint AND product_id = present.id
      RETURNING product_id
    )
    UPDATE products SET bookmark_count = greatest(bookmark_count - 1, 0)
    FROM removed WHERE products.id = removed.product_id
    RETURNING products.id`);
  return rows.length > 0;
}

export const bookmarkOrder = listOrder<{ createdAt: Date; productId: string }>('bookmarks', {
  ...{ type: 'timestamptz', direction: 'descending' },
  positionOf: ({ createdAt: value, productId: id }) => ({ value, id }),
});

export async function listBookmarks(db: Db, { userId, after, limit }: PageFrom & { userId: string }) {
  const isAfter = bookmarkOrder.isAfter(after, bookmarks.createdAt, bookmarks.productId);
  return db
    .select({ createdAt: bookmarks.createdAt, productId: bookmarks.productId })
    .from(bookmarks)
    .innerJoin(products, eq(products.id, bookmarks.productId))
    .where(and(eq(bookmarks.userId, userId), eq(products.status, 'approved'), isAfter))
    .orderBy(desc(bookmarks.createdAt), desc(bookmarks.productId))
    .limit(limit);
}

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
