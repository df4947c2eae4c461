import { asc, desc, eq, sql } from 'drizzle-orm';
import type { ImportCounts, ImportMapping, ImportState } from '@/lib/contract/import';
import type { StoredText } from '@/server/base/stored-text';
import { boundOf, type ListPosition } from '@/server/queries/list-order';
import { jsonOf, timestamptz } from '@/server/queries/sql-values';
import { deleteTaskGroup, insertTaskGroup, insertTasks } from '@/server/queries/tasks';
import { ADVISORY_LOCKS } from '@/server/db/advisory-locks';
import type { Db } from '@/server/db/client';
import { imports, importSources } from '@/server/db/schema/import-schema';
import { users } from '@/server/db/schema';
import { standingAt } from '@/server/queries/account/standings';

export const NO_COUNTS: ImportCounts = { added: 0, updated: 0, listed: 0, skipped: 0 };

type NewImport = { moderatorId: string; sourceName: string; content: Buffer; createdAt: Date };

export async function insertImport(
  db: Db,
  { moderatorId, sourceName, content, createdAt }: NewImport,
): Promise<string> {
  const [row] = await db
    .insert(imports)
    .values({ moderatorId, sourceName, createdAt, state: 'reading', counts: NO_COUNTS })
    .returning({ id: imports.id });
  if (!row) throw new Error('No import was inserted');
  await db.insert(importSources).values({ importId: row.id, content });
  await replaceTask(db, row.id, { state: 'reading', now: createdAt });
  return row.id;
}

const WORKING_STATES: readonly ImportState[] = ['reading', 'comparing', 'importing', 'undoing'];

/** An import that needs work has a task. What another process does for the former one ends. */
async function replaceTask(
  db: Db,
  id: string,
  { state, now }: { state: ImportState; now: Date },
): Promise<void> {
  await deleteTaskGroup(db, 'import', id);
  if (!WORKING_STATES.includes(state)) return;
  await insertTaskGroup(db, 'import', id);
  await insertTasks(db, [{ kind: 'import', groupName: id, createdAt: now }]);
}

const select = (db: Db, now: Date) =>
  db
    .select({
      id: imports.id,
      sourceName: imports.sourceName,
      format: imports.format,
      state: imports.state,
      failure: imports.failure,
      mapping: imports.mapping,
      mappingVersion: imports.mappingVersion,
      found: imports.found,
      entryCount: imports.entryCount,
      counts: imports.counts,
      undone: imports.undone,
      createdAt: imports.createdAt,
      endedAt: imports.endedAt,
      hasEntries: imports.hasEntries,
      moderatorHandle: users.handle,
      moderator: { id: users.id, ...standingAt(now) },
    })
    .from(imports)
    .leftJoin(users, eq(users.id, imports.moderatorId))
    .$dynamic();

export type ImportRow = Awaited<ReturnType<typeof listImports>>[number];

/** Imports after a position, newest first. */
export async function listImports(
  db: Db,
  { after, limit, now }: { after?: ListPosition; limit: number; now: Date },
) {
  const { createdAt, id } = imports;
  const isOlder = after && sql`(${createdAt}, ${id}) < (${boundOf(after)}::timestamptz, ${after.id}::bigint)`;
  return select(db, now).where(isOlder).orderBy(desc(createdAt), desc(id)).limit(limit);
}

export async function findImport(db: Db, id: string, now: Date): Promise<ImportRow | undefined> {
  const [row] = await select(db, now).where(eq(imports.id, id));
  return row;
}

/** Locks an import until the transaction ends. */
export async function lockImport(db: Db, id: string) {
  const [row] = await db.select().from(imports).where(eq(imports.id, id)).for('update');
  return row;
}

/** Until the transaction ends, no other one adds an import that has not begun. */
export async function lockPreviews(db: Db): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.importPreviews})`);
}

/** The number of imports that have not begun, counted up to a limit. */
export async function countPreviews(db: Db, limit: number): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    SELECT count(*)::integer AS total FROM (
      SELECT FROM imports WHERE state IN ('reading', 'comparing', 'ready', 'failed') LIMIT ${limit}
    ) AS previews`);
  return rows[0]?.total ?? 0;
}

type ImportChange = {
  state: ImportState;
  /** Who has started it. */
  moderatorId?: string;
  mapping?: ImportMapping;
  failure?: StoredText | null;
  counts?: ImportCounts;
  undone?: typeof imports.$inferSelect.undone;
  startedAt?: Date;
  endedAt?: Date;
  undoneAt?: Date;
};

/** Changes an import when a moderator acts or a step ends. A process that works on the import has to lease it again. */
export async function updateImport(
  db: Db,
  id: string,
  { mapping, ...change }: ImportChange,
  now: Date,
): Promise<void> {
  await db
    .update(imports)
    .set({
      ...change,
      ...(mapping && { mapping: jsonOf(mapping), mappingVersion: sql`${imports.mappingVersion} + 1` }),
    })
    .where(eq(imports.id, id));
  await replaceTask(db, id, { state: change.state, now });
}

export async function findImportSource(db: Db, id: string): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ content: importSources.content })
    .from(importSources)
    .where(eq(importSources.importId, id));
  return row?.content;
}

export async function deleteImportSource(db: Db, id: string): Promise<void> {
  await db.delete(importSources).where(eq(importSources.importId, id));
}

export async function deleteImport(db: Db, id: string): Promise<void> {
  await deleteTaskGroup(db, 'import', id);
  await db.delete(imports).where(eq(imports.id, id));
}

/** The oldest import that has not begun and was created before an instant. */
export async function findExpiredPreview(db: Db, createdBefore: Date): Promise<string | undefined> {
  const [row] = await db
    .select({ id: imports.id })
    .from(imports)
    .where(
      sql`state IN ('reading', 'comparing', 'ready', 'failed') AND created_at < ${timestamptz(createdBefore)}`,
    )
    .orderBy(asc(imports.createdAt))
    .limit(1);
  return row?.id;
}

/** The oldest import that ended before an instant and still has entries. */
export async function findUndoneByTime(db: Db, endedBefore: Date): Promise<string | undefined> {
  const [row] = await db
    .select({ id: imports.id })
    .from(imports)
    .where(
      sql`ended_at IS NOT NULL AND has_entries AND state <> 'undoing' AND ended_at < ${timestamptz(endedBefore)}`,
    )
    .orderBy(asc(imports.endedAt))
    .limit(1);
  return row?.id;
}

export async function markWithoutEntries(db: Db, id: string): Promise<void> {
  await db.update(imports).set({ hasEntries: false }).where(eq(imports.id, id));
}
