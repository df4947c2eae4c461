import { eq } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { type QueuedProduct, queueEntries } from '@/server/db/schema/moderation-schema';

export async function findQueuedProduct(db: Db, productId: string): Promise<QueuedProduct | null> {
  const [row] = await db.select().from(queueEntries).where(eq(queueEntries.productId, productId));
  if (!row) return null;
  const { waitingSince, dueAt, snoozedUntil, textHash, risk, site } = row;
  return {
    ...{ risk, site },
    waitingSince: waitingSince.toISOString(),
    dueAt: dueAt.toISOString(),
    textHash: textHash && textHash.toString('hex'),
    snoozedUntil: snoozedUntil && snoozedUntil.toISOString(),
  };
}

export async function restoreQueuedProduct(
  db: Db,
  productId: string,
  { waitingSince, dueAt, snoozedUntil, textHash, risk, site }: QueuedProduct,
): Promise<void> {
  await db
    .update(queueEntries)
    .set({
      ...{ risk, site },
      waitingSince: new Date(waitingSince),
      dueAt: new Date(dueAt),
      textHash: textHash === null ? null : Buffer.from(textHash, 'hex'),
      snoozedUntil: snoozedUntil === null ? null : new Date(snoozedUntil),
    })
    .where(eq(queueEntries.productId, productId));
}
