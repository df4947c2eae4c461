import { and, eq, sql } from 'drizzle-orm';
import type { FoundList } from '@/lib/contract/import';
import { timestamptz } from '@/server/queries/sql-values';
import type { Db } from '@/server/db/client';
import { imports } from '@/server/db/schema/import-schema';
import { users } from '@/server/db/schema';
import { standingAt } from '@/server/queries/account/standings';
import { jsonOf, type ImportRow } from './imports';

/** The claim of one process on an import. */
export type ImportClaim = Pick<
  typeof imports.$inferSelect,
  'id' | 'state' | 'claimCount' | 'sourceName' | 'mapping' | 'startedAt' | 'endedAt'
>;

/** The imports that need work, and the standing of who started each: null once the account is deleted. */
export const listWorkingImports = (db: Db, now: Date) =>
  db
    .select({ id: imports.id, state: imports.state, moderator: { id: users.id, ...standingAt(now) } })
    .from(imports)
    .leftJoin(users, eq(users.id, imports.moderatorId))
    .where(sql`${imports.state} IN ('reading', 'comparing', 'importing', 'undoing')`)
    .orderBy(imports.id);

/** Claims the oldest import that needs work, is not among those that pause, and that no process works on. */
export async function claimImport(
  db: Db,
  { pausedIds = [], now, claimedUntil }: { pausedIds?: readonly string[]; now: Date; claimedUntil: Date },
): Promise<ImportClaim | undefined> {
  const [row] = await db
    .update(imports)
    .set({ claimedUntil, claimCount: sql`${imports.claimCount} + 1` })
    .where(
      sql`${imports.id} = (
        SELECT id FROM imports
        WHERE state IN ('reading', 'comparing', 'importing', 'undoing')
          AND id <> ALL(${sql.param(pausedIds)}::bigint[])
          AND (claimed_until IS NULL OR claimed_until <= ${timestamptz(now)})
        ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
      )`,
    )
    .returning({
      id: imports.id,
      state: imports.state,
      claimCount: imports.claimCount,
      sourceName: imports.sourceName,
      mapping: imports.mapping,
      startedAt: imports.startedAt,
      endedAt: imports.endedAt,
    });
  return row;
}

/**
 * Locks an import until the transaction ends and extends the claim.
 *
 * @returns what it has counted so far; undefined when another process or a moderator has ended the claim.
 */
export async function holdClaim(
  db: Db,
  { id, state, claimCount }: ImportClaim,
  claimedUntil: Date,
): Promise<Pick<typeof imports.$inferSelect, 'undone'> | undefined> {
  const [row] = await db
    .update(imports)
    .set({ claimedUntil })
    .where(and(eq(imports.id, id), eq(imports.state, state), eq(imports.claimCount, claimCount)))
    .returning({ undone: imports.undone });
  return row;
}

/** Lets another process go on at once. */
export async function releaseClaim(db: Db, { id, claimCount }: ImportClaim): Promise<void> {
  await db
    .update(imports)
    .set({ claimedUntil: null })
    .where(and(eq(imports.id, id), eq(imports.claimCount, claimCount)));
}

/** Notes how far undoing has come. The claim is held. */
export async function updateUndone(
  db: Db,
  id: string,
  undone: NonNullable<typeof imports.$inferSelect.undone>,
): Promise<void> {
  await db.update(imports).set({ undone }).where(eq(imports.id, id));
}

/** Notes what a source contains. */
export async function updateFound(
  db: Db,
  id: string,
  { format, ...found }: FoundList & Pick<ImportRow, 'format'>,
): Promise<void> {
  await db
    .update(imports)
    .set({ format, found: jsonOf(found), failure: null })
    .where(eq(imports.id, id));
}

export async function updateEntryCount(db: Db, id: string, entryCount: number): Promise<void> {
  await db.update(imports).set({ entryCount }).where(eq(imports.id, id));
}
