import { eq, getTableColumns } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { discontinuations } from '@/server/db/schema';

type Discontinuation = Omit<typeof discontinuations.$inferSelect, 'productId'>;

export async function findDiscontinuation(db: Db, productId: string): Promise<Discontinuation | undefined> {
  const { productId: idColumn, ...columns } = getTableColumns(discontinuations);
  const [row] = await db.select(columns).from(discontinuations).where(eq(idColumn, productId));
  return row;
}

/** Replaces what was said of the product before. */
export async function upsertDiscontinuation(
  db: Db,
  productId: string,
  values: Discontinuation,
): Promise<void> {
  await db
    .insert(discontinuations)
    .values({ productId, ...values })
    .onConflictDoUpdate({ target: discontinuations.productId, set: values });
}

/** Safe to repeat, also for a product that is not discontinued. */
export async function deleteDiscontinuation(db: Db, productId: string): Promise<void> {
  await db.delete(discontinuations).where(eq(discontinuations.productId, productId));
}
