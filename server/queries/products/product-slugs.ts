import { and, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { productSlugs } from '@/server/db/schema';

/** Any number that no other pair of locks of ours begins with. */
const SLUG_LOCKS = 4_815;

/** Lets one product choose among the slugs of a name at a time, until the transaction ends. */
export async function lockSlugChoice(db: Db, best: string): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(${SLUG_LOCKS}, hashtext(${best}))`);
}

/** Those of the slugs that lead, or once led, to a product; to another one than `exceptId`, if it is given. */
export async function listTakenSlugs(
  db: Db,
  slugs: readonly string[],
  exceptId?: string,
): Promise<Set<string>> {
  if (slugs.length === 0) return new Set();
  const conditions: SQL[] = [inArray(productSlugs.slug, [...slugs])];
  if (exceptId !== undefined) conditions.push(ne(productSlugs.productId, exceptId));
  const rows = await db
    .select({ slug: productSlugs.slug })
    .from(productSlugs)
    .where(and(...conditions));
  return new Set(rows.map(({ slug }) => slug));
}

/** Lets a slug lead to a product from now on, as its former ones do. Repeating it changes nothing. */
export async function insertProductSlug(db: Db, row: typeof productSlugs.$inferInsert): Promise<void> {
  await db.insert(productSlugs).values(row).onConflictDoNothing({ target: productSlugs.slug });
}
