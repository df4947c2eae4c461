import { and, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm';
import { DAY_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import type { StoredText } from '@/server/base/stored-text';
import type { Db } from '@/server/db/client';
import { images, productEdits, products } from '@/server/db/schema';
import { timestamptz } from './sql-values';
import { insertTasks } from './tasks';

export type ImageRow = typeof images.$inferSelect;

type NewImage = Pick<ImageRow, 'key' | 'ownerId' | 'sourceURL' | 'sourceVersion' | 'createdAt'>;

/** Adds an upload, and the task to process it, which is due at an instant. */
export async function insertImage(
  db: Db,
  image: NewImage,
  dueAt: Date,
): Promise<{ id: string; taskId: string }> {
  return db.transaction(async (tx) => {
    const [row] = await tx.insert(images).values(image).returning({ id: images.id });
    if (!row) throw new Error('No image was inserted');
    const { createdAt } = image;
    const [taskId] = await insertTasks(tx, [{ kind: 'image', subjectId: row.id, createdAt, dueAt }]);
    if (taskId === undefined) throw new Error('No task was inserted');
    return { id: row.id, taskId };
  });
}

export async function findImage(db: Db, id: string): Promise<ImageRow | undefined> {
  const [row] = await db.select().from(images).where(eq(images.id, id));
  return row;
}

export async function findImageByKey(db: Db, key: string): Promise<ImageRow | undefined> {
  const [row] = await db.select().from(images).where(eq(images.key, key));
  return row;
}

type UsableImageOptions = { key: string; ownerId: string; since: Date; existingIds: readonly string[] };

/** An upload that its owner may use for a product: not refused, and uploaded after `since` or already in use there. */
export async function findUsableImage(
  db: Db,
  { key, ownerId, since, existingIds }: UsableImageOptions,
): Promise<string | undefined> {
  const isOwnAndNew = and(eq(images.ownerId, ownerId), gt(images.createdAt, since));
  const [row] = await db
    .select({ id: images.id })
    .from(images)
    .where(
      and(
        eq(images.key, key),
        ne(images.status, 'refused'),
        or(isOwnAndNew, inArray(images.id, [...existingIds])),
      ),
    )
    // Prevents its deletion until the product refers to it.
    .for('key share');
  return row?.id;
}

/** Whether an image may become the logo: processed, and uploaded after `since` or the logo in a version that is kept. */
export async function isUsableLogo(db: Db, key: string, since: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT FROM images
    WHERE key = ${key} AND status = 'processed' AND (
      created_at > ${timestamptz(since)}
      OR EXISTS (SELECT FROM settings_versions WHERE stored ->> 'SITE_LOGO' = images.key)
    )`);
  return rows.length > 0;
}

export async function updateProcessedImage(
  db: Db,
  id: string,
  processed: { widthPx: number; heightPx: number; processedAt: Date },
): Promise<void> {
  await db
    .update(images)
    .set({ ...processed, status: 'processed' })
    .where(eq(images.id, id));
}

/** @returns the products that lost their icon. */
export async function updateRefusedImage(db: Db, id: string, refusalReason: StoredText): Promise<string[]> {
  await db.update(images).set({ status: 'refused', refusalReason }).where(eq(images.id, id));
  for (const table of [productEdits, products]) {
    await db.update(table).set({ screenshotId: null }).where(eq(table.screenshotId, id));
  }
  await db.update(productEdits).set({ iconId: null }).where(eq(productEdits.iconId, id));
  const rows = await db
    .update(products)
    .set({ iconId: null })
    .where(eq(products.iconId, id))
    .returning({ id: products.id });
  return rows.map((row) => row.id);
}

const isUnused = sql`NOT EXISTS (SELECT FROM products WHERE products.image_id = images.id)
  AND NOT EXISTS (SELECT FROM products WHERE products.icon_id = images.id)
  AND NOT EXISTS (SELECT FROM product_edits WHERE product_edits.image_id = images.id)
  AND NOT EXISTS (SELECT FROM product_edits WHERE product_edits.icon_id = images.id)
  AND NOT EXISTS (
    SELECT FROM users
    WHERE avatar_url IS NOT NULL AND substring(avatar_url FROM '/images/([A-Za-z0-9_-]{22})$') = images.key
  )
  AND NOT EXISTS (SELECT FROM settings_versions WHERE stored ->> 'SITE_LOGO' = images.key)`;

/**
 * Looks for uses of images from before an instant whose uses are not known.
 *
 * @returns how many images were looked at, at most `limit`, and those of them without a use.
 */
export async function checkImageUses(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ checkedCount: number; unused: Pick<ImageRow, 'id' | 'key'>[] }> {
  return db.transaction(async (tx) => {
    // The lock comes before the look: a use that ends at the same time waits, and makes the image unchecked again.
    const unchecked = await tx
      .select({ id: images.id, key: images.key })
      .from(images)
      .where(and(sql`NOT ${images.isUseChecked}`, lt(images.createdAt, before)))
      .orderBy(images.createdAt)
      .limit(limit)
      .for('no key update', { skipLocked: true });
    const ids = unchecked.map(({ id }) => id);
    const used = await tx
      .update(images)
      .set({ isUseChecked: true })
      .where(and(inArray(images.id, ids), sql`NOT (${isUnused})`))
      .returning({ id: images.id });
    const usedIds = new Set(used.map(({ id }) => id));
    return { checkedCount: ids.length, unused: unchecked.filter(({ id }) => !usedIds.has(id)) };
  });
}

export async function deleteUnusedImage(db: Db, id: string): Promise<void> {
  await db.delete(images).where(and(eq(images.id, id), isUnused));
}

/** Notes where a running process stores images. @returns whether no running process stores them elsewhere. */
export async function noteImageStore(db: Db, place: string, now: Date): Promise<boolean> {
  const ago = (ms: number) => timestamptz(new Date(now.getTime() - ms));
  await db.execute(sql`
    INSERT INTO image_stores (place, seen_at) VALUES (${place}, ${ago(0)})
    ON CONFLICT (place) DO UPDATE SET seen_at = excluded.seen_at`);
  await db.execute(sql`DELETE FROM image_stores WHERE seen_at < ${ago(DAY_MS)}`);
  const { rows } = await db.execute(sql`
    SELECT FROM image_stores WHERE place <> ${place} AND seen_at >= ${ago(MINUTE_MS)} LIMIT 1`);
  return rows.length === 0;
}
