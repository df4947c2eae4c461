import { eq } from 'drizzle-orm';
import type { ProductPart } from '@/lib/contract/plain/product-parts';
import type { Db } from '@/server/db/client';
import { moderatorChanges } from '@/server/db/schema/edit-schema';

/** The parts of a product that moderators have changed since its submitter has sent it. */
export async function findModeratorChanges(db: Db, productId: string): Promise<readonly ProductPart[]> {
  const [row] = await db
    .select({ parts: moderatorChanges.parts })
    .from(moderatorChanges)
    .where(eq(moderatorChanges.productId, productId));
  return row?.parts ?? [];
}

/** Adds parts. The product is locked. */
export async function addModeratorChanges(
  db: Db,
  productId: string,
  changed: readonly ProductPart[],
): Promise<void> {
  const parts = [...new Set([...(await findModeratorChanges(db, productId)), ...changed])];
  await db
    .insert(moderatorChanges)
    .values({ productId, parts })
    .onConflictDoUpdate({ target: moderatorChanges.productId, set: { parts } });
}

/** Safe to repeat. */
export async function deleteModeratorChanges(db: Db, productId: string): Promise<void> {
  await db.delete(moderatorChanges).where(eq(moderatorChanges.productId, productId));
}
