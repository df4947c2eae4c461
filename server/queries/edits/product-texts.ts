import { and, eq, sql } from 'drizzle-orm';
import type { ProductTexts } from '@/lib/contract/editing';
import type { Db } from '@/server/db/client';
import { products } from '@/server/db/schema';

type Texts = { texts: ProductTexts } & Pick<typeof products.$inferSelect, 'updatedAt' | 'editStatus'>;

/** What a listed product says in words, and since when. Undefined for other products. */
export async function findTexts(db: Db, id: string): Promise<Texts | undefined> {
  const { name, tagline, description, url, updatedAt, editStatus } = products;
  const [row] = await db
    .select({
      ...{ name, tagline, description, url, updatedAt, editStatus },
      tags: sql<string[]>`ARRAY(
        SELECT tags.name FROM product_tags JOIN tags ON tags.id = tag_id AND hidden_at IS NULL
        WHERE product_id = products.id ORDER BY position
      )`,
    })
    .from(products)
    .where(and(eq(products.id, id), eq(products.status, 'approved')));
  if (!row) return undefined;
  const { updatedAt: since, editStatus: ofEdit, ...texts } = row;
  return { texts, updatedAt: since, editStatus: ofEdit };
}
