import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { type BeforeDecision, undoableDecisions } from '@/server/db/schema/moderation-schema';
import { auditEntries, productSlugs } from '@/server/db/schema';

export type { BeforeDecision };

/** Stores what a decision has changed, in place of the decision before it. */
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

/** The last decision about a product whose row the transaction has locked. */
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

/** Deletes the decisions from before an instant. */
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
