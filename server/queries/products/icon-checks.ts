import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { images, products } from '@/server/db/schema';
import { type LeaseTime, leaseDueRow } from '@/server/queries/leases';
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

/** Leases the approved product whose icon has been due for longest. The next check is when the lease ends. */
export async function leaseDueIcon(db: Db, time: LeaseTime): Promise<DueIcon | undefined> {
  const { id, iconCheckAt: dueAt } = products;
  const leasedId = await leaseDueRow(db, { table: products, id, dueAt, isOpen: isApproved }, time);
  if (leasedId === undefined) return undefined;
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
    .where(eq(products.id, leasedId));
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
