import { and, count, eq, getTableColumns, inArray, isNotNull, lte, ne, or, sql } from 'drizzle-orm';
import type { ProductStatus } from '@/lib/contract/product-reference';
import type { SubmissionStatus } from '@/lib/contract/submission';
import type { Db } from '@/server/db/client';
import { pick } from '@/server/base/pick';
import { discontinuations, products, productSlugs } from '@/server/db/schema';
import { isRemovedAfterReport } from './removals';
import { CONTENT_COLUMNS, type ProductContent } from '@/server/db/schema/moderation-schema';
import { URL_RULES } from './url-rules';
import { isApproved } from './product-columns';
import { ADVISORY_LOCK_CLASSES } from '@/server/db/advisory-locks';

export type LockedProduct = typeof products.$inferSelect;

export const contentOf = (product: LockedProduct): ProductContent => pick(product, CONTENT_COLUMNS);

export type NewSubmission = ProductContent &
  Pick<LockedProduct, 'submitterId' | 'createdAt'> & { canonicalURL: string };

/** Adds a pending product. Undefined when another product has the URL. */
export async function insertPendingProduct(db: Db, row: NewSubmission): Promise<string | undefined> {
  const [inserted] = await db
    .insert(products)
    .values({ ...row, urlRules: URL_RULES, status: 'pending', updatedAt: row.createdAt })
    .onConflictDoNothing({ target: products.canonicalURL })
    .returning({ id: products.id });
  return inserted?.id;
}

export async function lockProduct(db: Db, id: string): Promise<LockedProduct | undefined> {
  const [row] = await db.select().from(products).where(eq(products.id, id)).for('no key update');
  return row;
}

type ProductStanding = Pick<
  LockedProduct,
  'iconCheckAt' | 'status' | 'editStatus' | 'rejectionReason' | 'approvedAt' | 'removedAt' | 'withdrawnAt'
>;
export type ProductChanges = Partial<ProductContent & ProductStanding> & { updatedAt: Date };

/** Fails with a write conflict when another product has the new URL or slug. */
export async function updateProduct(db: Db, id: string, changes: ProductChanges): Promise<void> {
  await db.update(products).set(changes).where(eq(products.id, id));
}

/** Takes the URL from a withdrawn product, unless moderators removed it before its submitter withdrew it. */
export async function releaseWithdrawnURL(db: Db, canonicalURL: string, withdrawnUntil: Date): Promise<void> {
  await db
    .update(products)
    .set({ canonicalURL: null })
    .where(
      and(
        eq(products.canonicalURL, canonicalURL),
        eq(products.status, 'removed'),
        lte(products.withdrawnAt, withdrawnUntil),
        sql`NOT ${isRemovedAfterReport(sql`products.id`)}`,
      ),
    );
}

export async function deleteProduct(db: Db, id: string): Promise<void> {
  await db.delete(products).where(eq(products.id, id));
}

export async function countSubmissions(
  db: Db,
  submitterId: string,
): Promise<Record<SubmissionStatus, number>> {
  const rows = await db
    .select({ status: products.reviewStatus, total: count() })
    .from(products)
    .where(eq(products.submitterId, submitterId))
    .groupBy(products.reviewStatus);
  const totalOf = (status: ProductStatus) => rows.find((row) => row.status === status)?.total ?? 0;
  return {
    approved: totalOf('approved'),
    pending: totalOf('pending'),
    rejected: totalOf('rejected'),
    discontinued: totalOf('discontinued'),
  };
}

export const countApprovedProductsOf = (db: Db, submitterId: string): Promise<number> =>
  db.$count(products, and(eq(products.submitterId, submitterId), isApproved));

/** Until the transaction ends, no other product chooses among the slugs of this name. */
export async function lockSlugChoice(db: Db, best: string): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK_CLASSES.slugChoice}, hashtext(${best}))`);
}

/**
 * The slugs among these that lead, or once led, to a product other than `exceptId`. Those of a product that was merged
 * into `exceptId` stay taken, because the merge can be undone.
 */
export async function listTakenSlugs(
  db: Db,
  slugs: readonly string[],
  exceptId?: string,
): Promise<Set<string>> {
  if (slugs.length === 0) return new Set();
  const isOfOther =
    exceptId === undefined
      ? undefined
      : or(ne(productSlugs.productId, exceptId), and(isNotNull(products.id), ne(products.id, exceptId)));
  const rows = await db
    .select({ slug: productSlugs.slug })
    .from(productSlugs)
    .leftJoin(products, eq(products.slug, productSlugs.slug))
    .where(and(inArray(productSlugs.slug, [...slugs]), isOfOther));
  return new Set(rows.map(({ slug }) => slug));
}

/** Further slugs and paths that lead to products. Those that lead somewhere already stay as they are. */
export async function insertFormerSlugs(db: Db, rows: (typeof productSlugs.$inferInsert)[]): Promise<void> {
  if (rows.length > 0)
    await db.insert(productSlugs).values(rows).onConflictDoNothing({ target: productSlugs.slug });
}

export async function deleteProductSlug(
  db: Db,
  { slug, productId }: { slug: string; productId: string },
): Promise<void> {
  await db
    .delete(productSlugs)
    .where(and(eq(productSlugs.slug, slug), eq(productSlugs.productId, productId)));
}

/** Locks the product to which a slug leads. */
export async function lockSlugHolder(db: Db, slug: string): Promise<LockedProduct | undefined> {
  const [row] = await db
    .select(getTableColumns(products))
    .from(products)
    .innerJoin(productSlugs, eq(productSlugs.productId, products.id))
    .where(eq(productSlugs.slug, slug))
    .for('no key update', { of: products });
  return row;
}

/** Makes a slug lead to a product, in addition to its former slugs. Safe to repeat. */
export async function insertProductSlug(db: Db, row: typeof productSlugs.$inferInsert): Promise<void> {
  await db.insert(productSlugs).values(row).onConflictDoNothing({ target: productSlugs.slug });
}

type Discontinuation = Omit<typeof discontinuations.$inferSelect, 'productId'>;

export async function findDiscontinuation(db: Db, productId: string): Promise<Discontinuation | undefined> {
  const { productId: idColumn, ...columns } = getTableColumns(discontinuations);
  const [row] = await db.select(columns).from(discontinuations).where(eq(idColumn, productId));
  return row;
}

export async function upsertDiscontinuation(
  db: Db,
  productId: string,
  values: Omit<Discontinuation, 'languages'>,
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
