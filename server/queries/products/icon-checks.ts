import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { images, products } from '@/server/db/schema';
import { isApproved } from './product-columns';

export type DueIcon = {
  productId: string;
  name: string;
  url: string;
  iconId: string | null;
  brandSlug: string | null;
  /** Whether the submitter has uploaded the icon. */
  isUploaded: boolean;
  sourceURL: string | null;
  sourceVersion: string | null;
};

/**
 * Claims the approved product whose icon has been due for longest: the next check is at `nextCheckAt`, whatever becomes
 * of this one.
 */
export async function claimDueIcon(
  db: Db,
  { now, nextCheckAt }: { now: Date; nextCheckAt: Date },
): Promise<DueIcon | undefined> {
  const due = sql`(
    SELECT id FROM products WHERE status = 'approved' AND icon_check_at <= ${now.toISOString()}::timestamptz
    ORDER BY icon_check_at, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
  )`;
  const [claimed] = await db
    .update(products)
    .set({ iconCheckAt: nextCheckAt })
    .where(sql`${products.id} = ${due}`)
    .returning({ id: products.id });
  if (!claimed) return undefined;
  const [row] = await db
    .select({
      productId: products.id,
      name: products.name,
      url: products.url,
      iconId: products.iconId,
      brandSlug: products.brandSlug,
      isUploaded: sql<boolean>`${images.id} IS NOT NULL AND ${images.sourceURL} IS NULL`,
      sourceURL: images.sourceURL,
      sourceVersion: images.sourceVersion,
    })
    .from(products)
    .leftJoin(images, eq(images.id, products.iconId))
    .where(eq(products.id, claimed.id));
  return row;
}

type IconChanges = { iconId: string } | { brandSlug: string | null };

/** Changes what the check found, unless the icon has been changed since. @returns whether it did. */
export async function updateCheckedIcon(
  db: Db,
  { productId, iconId }: Pick<DueIcon, 'productId' | 'iconId'>,
  changes: IconChanges,
): Promise<boolean> {
  const isUnchanged = sql`${products.iconId} IS NOT DISTINCT FROM ${iconId}::bigint`;
  const updated = await db
    .update(products)
    .set(changes)
    .where(and(eq(products.id, productId), isApproved, isUnchanged))
    .returning({ id: products.id });
  return updated.length > 0;
}
