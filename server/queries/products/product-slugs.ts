import { and, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import { ADVISORY_LOCK_CLASSES } from '@/server/db/advisory-locks';
import type { Db } from '@/server/db/client';
import { products, productSlugs } from '@/server/db/schema';

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

/** Makes a slug lead to a product, in addition to its former slugs. Safe to repeat. */
export async function insertProductSlug(db: Db, row: typeof productSlugs.$inferInsert): Promise<void> {
  await db.insert(productSlugs).values(row).onConflictDoNothing({ target: productSlugs.slug });
}
