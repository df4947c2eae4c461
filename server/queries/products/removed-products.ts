import { and, desc, eq, exists, gt, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { products, productTags } from '@/server/db/schema';

export type RemovedProductRow = { id: string; removedAt: Date };

/** Lists products that were removed after an instant, the last one first: all, those of a tag or those of a member. */
export async function listRemovedProducts(
  db: Db,
  { tagId, submitterId, since, limit }: { tagId?: string; submitterId?: string; since: Date; limit: number },
): Promise<RemovedProductRow[]> {
  const hasTag = sql`(SELECT FROM ${productTags} WHERE ${productTags.productId} = ${products.id} AND ${productTags.tagId} = ${tagId})`;
  const rows = await db
    .select({ id: products.id, removedAt: products.removedAt })
    .from(products)
    .where(
      and(
        eq(products.status, 'removed'),
        gt(products.removedAt, since),
        tagId === undefined ? undefined : exists(hasTag),
        submitterId === undefined ? undefined : eq(products.submitterId, submitterId),
      ),
    )
    .orderBy(desc(products.removedAt), desc(products.id))
    .limit(limit);
  return rows.flatMap(({ id, removedAt }) => (removedAt === null ? [] : { id, removedAt }));
}
