import { asc, desc, eq, gt } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { productTags, tags } from '@/server/db/schema';

export async function listUsedTags(db: Db) {
  return db
    .select({ slug: tags.slug, name: tags.name, productCount: tags.productCount })
    .from(tags)
    .where(gt(tags.productCount, 0))
    .orderBy(desc(tags.productCount), asc(tags.slug));
}

export async function findTagBySlug(db: Db, slug: string) {
  const [row] = await db.select().from(tags).where(eq(tags.slug, slug));
  return row;
}

/** The tags of a product in its submitter's order. */
export async function listProductTagIds(db: Db, productId: string): Promise<string[]> {
  const rows = await db
    .select({ tagId: productTags.tagId })
    .from(productTags)
    .where(eq(productTags.productId, productId))
    .orderBy(asc(productTags.position));
  return rows.map(({ tagId }) => tagId);
}
