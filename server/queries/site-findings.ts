import { and, eq, lt, ne } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import { siteFindings } from '@/server/db/schema/staff-notice-schema';

type Finding = { kind: (typeof siteFindings.$inferSelect)['kind']; name: string };

/** Notes what was found. What was found before began then. */
export async function upsertFinding(db: Db, { kind, name }: Finding, now: Date): Promise<void> {
  await db
    .insert(siteFindings)
    .values({ kind, name, since: now, seenAt: now })
    .onConflictDoUpdate({ target: [siteFindings.kind, siteFindings.name], set: { seenAt: now } });
}

export async function deleteFinding(db: Db, { kind, name }: Finding): Promise<void> {
  await db.delete(siteFindings).where(and(eq(siteFindings.kind, kind), eq(siteFindings.name, name)));
}

/** Deletes the findings of a kind but this one. */
export async function deleteOtherFindings(db: Db, { kind, name }: Finding): Promise<void> {
  await db.delete(siteFindings).where(and(eq(siteFindings.kind, kind), ne(siteFindings.name, name)));
}

/** Deletes what no process has found for long, for example of a machine that is no longer there. */
export async function deleteOldFindings(db: Db, before: Date): Promise<void> {
  await db.delete(siteFindings).where(lt(siteFindings.seenAt, before));
}
