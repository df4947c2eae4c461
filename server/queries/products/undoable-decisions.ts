import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import {
  type BeforeDecision,
  type QueuedProduct,
  queueEntries,
  undoableDecisions,
} from '@/server/db/schema/moderation-schema';
import { auditEntries, productSlugs } from '@/server/db/schema';

export type { BeforeDecision };

export async function upsertUndoableDecision(
  db: Db,
  decision: typeof undoableDecisions.$inferInsert,
): Promise<void> {
  const { entryId, before } = decision;
  await db
    .insert(undoableDecisions)
    .values(decision)
    .onConflictDoUpdate({ target: undoableDecisions.productId, set: { entryId, before } });
}

export type UndoableDecision = {
  entryId: string;
  before: BeforeDecision;
  actorId: string | null;
  decidedAt: Date;
  action: (typeof auditEntries.$inferSelect)['action'];
};

export async function findUndoableDecision(db: Db, productId: string): Promise<UndoableDecision | undefined> {
  const [row] = await db
    .select({
      entryId: undoableDecisions.entryId,
      before: undoableDecisions.before,
      actorId: auditEntries.actorId,
      decidedAt: auditEntries.createdAt,
      action: auditEntries.action,
    })
    .from(undoableDecisions)
    .innerJoin(auditEntries, eq(auditEntries.id, undoableDecisions.entryId))
    .where(eq(undoableDecisions.productId, productId));
  return row;
}

export async function deleteUndoableDecision(db: Db, productId: string): Promise<void> {
  await db.delete(undoableDecisions).where(eq(undoableDecisions.productId, productId));
}

export async function deleteOldDecisions(db: Db, before: Date): Promise<void> {
  await db.execute(sql`
    DELETE FROM undoable_decisions USING audit_entries
    WHERE audit_entries.id = entry_id AND audit_entries.created_at < ${before.toISOString()}::timestamptz`);
}

/** Takes back the slug that the publication of an edit at this instant has given to a product. */
export async function deleteSlugOfEdit(
  db: Db,
  { slug, productId, createdAt }: { slug: string; productId: string; createdAt: Date },
): Promise<void> {
  await db
    .delete(productSlugs)
    .where(
      and(
        eq(productSlugs.slug, slug),
        eq(productSlugs.productId, productId),
        eq(productSlugs.createdAt, createdAt),
      ),
    );
}

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
