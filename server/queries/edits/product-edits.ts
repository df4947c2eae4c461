import { and, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { productEdits, products } from '@/server/db/schema';
import type { ProductPart } from '@/lib/contract/plain/product-parts';
import { moderatorChanges } from '@/server/db/schema/edit-schema';
import { URL_RULES } from '@/server/queries/products/url-rules';
import type { ProductTexts } from '@/lib/contract/editing';

export type ProductVersion = Omit<
  typeof productEdits.$inferSelect,
  'productId' | 'rejectionReason' | 'editorId' | 'urlRules'
> & {
  /** The user who made the edit; null for the submitter. */
  editorId?: string | null;
};

/** The edit of a product whose row the transaction has locked. */
export async function findProductEdit(db: Db, productId: string): Promise<ProductVersion | undefined> {
  const { productId: idColumn, rejectionReason: _, urlRules: __, ...version } = getTableColumns(productEdits);
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

/** Fails with a write conflict when another edit has the URL. */
export async function upsertProductEdit(db: Db, productId: string, version: ProductVersion): Promise<void> {
  const editorId = version.editorId ?? null;
  const values = { ...version, urlRules: URL_RULES, editorId, rejectionReason: null };
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

export async function findModeratorChanges(db: Db, productId: string): Promise<readonly ProductPart[]> {
  const [row] = await db
    .select({ parts: moderatorChanges.parts })
    .from(moderatorChanges)
    .where(eq(moderatorChanges.productId, productId));
  return row?.parts ?? [];
}

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

type Texts = { texts: ProductTexts } & Pick<typeof products.$inferSelect, 'updatedAt' | 'editStatus'>;

/** What a listed product says in words, and since when. Undefined for other products. */
export async function findTexts(db: Db, id: string): Promise<Texts | undefined> {
  const { name, tagline, description, url, updatedAt, editStatus } = products;
  const [row] = await db
    .select({
      ...{ name, tagline, description, url, updatedAt, editStatus },
      tags: sql<string[]>`ARRAY(
        SELECT tags.name FROM product_tags JOIN tags ON tags.id = tag_id AND hidden_at IS NULL
        WHERE product_id = products.id ORDER BY position, tags.id
      )`,
    })
    .from(products)
    .where(and(eq(products.id, id), eq(products.status, 'approved')));
  if (!row) return undefined;
  const { updatedAt: since, editStatus: ofEdit, ...texts } = row;
  return { texts, updatedAt: since, editStatus: ofEdit };
}
