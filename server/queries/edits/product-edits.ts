import { and, eq, getTableColumns, isNotNull } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { productEdits } from '@/server/db/schema';

/** Everything that an edit can change. */
export type ProductVersion = Omit<
  typeof productEdits.$inferSelect,
  'productId' | 'rejectionReason' | 'editorId'
> & {
  /** The user who made the edit; null for the submitter. */
  editorId?: string | null;
};

/** The edit of a product whose row the transaction has locked. */
export async function findProductEdit(db: Db, productId: string): Promise<ProductVersion | undefined> {
  const { productId: idColumn, rejectionReason: _, ...version } = getTableColumns(productEdits);
  const [row] = await db.select(version).from(productEdits).where(eq(idColumn, productId));
  return row;
}

export async function isEditRejected(db: Db, productId: string): Promise<boolean> {
  const { productId: idColumn, rejectionReason } = productEdits;
  const rows = await db
    .select({ idColumn })
    .from(productEdits)
    .where(and(eq(idColumn, productId), isNotNull(rejectionReason)));
  return rows.length > 0;
}

/** Fails with a write conflict when another edit claims the URL. */
export async function upsertProductEdit(db: Db, productId: string, version: ProductVersion): Promise<void> {
  const values = { ...version, editorId: version.editorId ?? null, rejectionReason: null };
  await db
    .insert(productEdits)
    .values({ productId, ...values })
    .onConflictDoUpdate({ target: productEdits.productId, set: values });
}

export async function updateProductEdit(
  db: Db,
  productId: string,
  changes: Partial<Pick<typeof productEdits.$inferSelect, 'rejectionReason' | 'fieldValues'>>,
): Promise<void> {
  await db.update(productEdits).set(changes).where(eq(productEdits.productId, productId));
}

/** Safe to repeat, also without an edit. */
export async function deleteProductEdit(db: Db, productId: string): Promise<void> {
  await db.delete(productEdits).where(eq(productEdits.productId, productId));
}
