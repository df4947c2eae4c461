import { and, eq, sql } from 'drizzle-orm';
import type { FoundList } from '@/lib/contract/import';
import { jsonOf } from '@/server/queries/sql-values';
import { extendLease, type LeasedTask } from '@/server/queries/tasks';
import type { Db } from '@/server/db/client';
import { imports } from '@/server/db/schema/import-schema';
import { users } from '@/server/db/schema';
import { standingAt } from '@/server/queries/account/standings';
import type { ImportRow } from './imports';

/** The lease of one process on an import, and what the import is like for as long as it lasts. */
export type ImportLease = Pick<
  typeof imports.$inferSelect,
  'id' | 'state' | 'sourceName' | 'mapping' | 'startedAt' | 'endedAt'
> & { task: Pick<LeasedTask, 'id' | 'leaseCount'> };

/** The import of a task. Undefined when it is gone. */
export async function findImportLease(db: Db, task: LeasedTask): Promise<ImportLease | undefined> {
  const [row] = await db
    .select({
      id: imports.id,
      state: imports.state,
      sourceName: imports.sourceName,
      mapping: imports.mapping,
      startedAt: imports.startedAt,
      endedAt: imports.endedAt,
    })
    .from(imports)
    .where(eq(imports.id, task.groupName));
  return row && { ...row, task };
}

/** The imports that need work, and the standing of who started each: null once the account is deleted. */
export const listWorkingImports = (db: Db, now: Date) =>
  db
    .select({ id: imports.id, state: imports.state, moderator: { id: users.id, ...standingAt(now) } })
    .from(imports)
    .leftJoin(users, eq(users.id, imports.moderatorId))
    .where(sql`${imports.state} IN ('reading', 'comparing', 'importing', 'undoing')`)
    .orderBy(imports.id);

/**
 * Locks an import until the transaction ends and extends the lease.
 *
 * @returns what it has counted so far; undefined when another process or a moderator has ended the lease.
 */
export async function holdLease(
  db: Db,
  { id, state, task }: ImportLease,
  leasedUntil: Date,
): Promise<Pick<typeof imports.$inferSelect, 'undone'> | undefined> {
  const [row] = await db
    .select({ undone: imports.undone })
    .from(imports)
    .where(and(eq(imports.id, id), eq(imports.state, state)))
    .for('no key update');
  return row && (await extendLease(db, task, leasedUntil)) ? row : undefined;
}

/** Notes how far undoing has come. The lease is held. */
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
