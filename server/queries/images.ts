import { and, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { images, productEdits, products } from '@/server/db/schema';

export type ImageRow = typeof images.$inferSelect;

type NewImage = { key: string; ownerId: string; createdAt: Date; claimedUntil: Date };

/** Adds an upload that no process claims before `claimedUntil` or its release. */
export async function insertImage(db: Db, image: NewImage): Promise<string> {
  const [row] = await db.insert(images).values(image).returning({ id: images.id });
  if (!row) throw new Error('No image was inserted');
  return row.id;
}

export async function releaseImage(db: Db, id: string): Promise<void> {
  await db.update(images).set({ claimedUntil: null }).where(eq(images.id, id));
}

export async function findImageByKey(db: Db, key: string): Promise<ImageRow | undefined> {
  const [row] = await db.select().from(images).where(eq(images.key, key));
  return row;
}

type UsableImageOptions = { key: string; ownerId: string; since: Date; presentIds: readonly string[] };

/** An upload that its owner may use for a product: not refused, and uploaded after `since` or already in use there. */
export async function findUsableImage(
  db: Db,
  { key, ownerId, since, presentIds }: UsableImageOptions,
): Promise<string | undefined> {
  const isOwnAndNew = and(eq(images.ownerId, ownerId), gt(images.createdAt, since));
  const [row] = await db
    .select({ id: images.id })
    .from(images)
    .where(
      and(
        eq(images.key, key),
        ne(images.status, 'refused'),
        or(isOwnAndNew, inArray(images.id, [...presentIds])),
      ),
    )
    // Prevents its deletion until the product refers to it.
    .for('key share');
  return row?.id;
}

/**
 * Claims the upload with the fewest attempts, and of these the one that has waited longest. No other process gets it
 * before `claimedUntil`.
 */
export async function claimQueuedImage(
  db: Db,
  { now, claimedUntil }: { now: Date; claimedUntil: Date },
): Promise<ImageRow | undefined> {
  const next = sql`(
    SELECT id FROM images
    WHERE status = 'queued' AND (claimed_until IS NULL OR claimed_until <= ${now.toISOString()}::timestamptz)
    ORDER BY attempt_count, created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
  )`;
  const [row] = await db
    .update(images)
    .set({ claimedUntil, attemptCount: sql`${images.attemptCount} + 1` })
    .where(sql`${images.id} = ${next}`)
    .returning();
  return row;
}

export async function updateProcessedImage(
  db: Db,
  id: string,
  processed: { widthPx: number; heightPx: number; processedAt: Date },
): Promise<void> {
  await db
    .update(images)
    .set({ ...processed, status: 'processed', claimedUntil: null })
    .where(eq(images.id, id));
}

/** @returns the products that lost the image. */
export async function updateRefusedImage(db: Db, id: string, refusalReason: string): Promise<string[]> {
  await db
    .update(images)
    .set({ status: 'refused', refusalReason, claimedUntil: null })
    .where(eq(images.id, id));
  await db.update(productEdits).set({ imageId: null }).where(eq(productEdits.imageId, id));
  const rows = await db
    .update(products)
    .set({ imageId: null })
    .where(eq(products.imageId, id))
    .returning({ id: products.id });
  return rows.map((row) => row.id);
}

const isUnused = sql`NOT EXISTS (SELECT FROM products WHERE products.image_id = images.id)
  AND NOT EXISTS (SELECT FROM product_edits WHERE product_edits.image_id = images.id)
  AND NOT EXISTS (
    SELECT FROM users
    WHERE avatar_url IS NOT NULL AND substring(avatar_url FROM '/images/([A-Za-z0-9_-]{22})$') = images.key
  )`;

/** Uploads from before an instant that no product and no user uses. */
export async function listUnusedImages(
  db: Db,
  before: Date,
  limit: number,
): Promise<Pick<ImageRow, 'id' | 'key'>[]> {
  return db
    .select({ id: images.id, key: images.key })
    .from(images)
    .where(and(lt(images.createdAt, before), isUnused))
    .limit(limit);
}

export async function deleteUnusedImage(db: Db, id: string): Promise<void> {
  await db.delete(images).where(and(eq(images.id, id), isUnused));
}
