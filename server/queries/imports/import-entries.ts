import { and, asc, desc, eq, gt, or, sql } from 'drizzle-orm';
import { IMPORT_OUTCOMES, type ImportOutcomeName, type PartKind, type SkipKind } from '@/lib/contract/import';
import type { Db } from '@/server/db/client';
import { type StoredText, packText } from '@/server/base/stored-text';
import { type BeforeImport, importEntries } from '@/server/db/schema/import-schema';
import { storableJSON } from '@/server/queries/sql-values';

export type { BeforeImport };

export type NewEntry = {
  position: number;
  line: number;
  step: 'read' | 'settled';
  outcome: 'skipped' | 'part' | null;
  reason: StoredText | null;
  kind: SkipKind | PartKind;
  url: string | null;
  draft: object | null;
  notes: readonly StoredText[];
};

const packReason = <Entry extends { reason: StoredText | null }>(entry: Entry) => ({
  ...entry,
  reason: entry.reason && packText(entry.reason),
});

export async function insertEntries(db: Db, importId: string, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db.execute(sql`
    INSERT INTO import_entries (import_id, position, line, step, outcome, reason, kind, url, draft, notes)
    SELECT ${importId}::bigint, position, line, step, outcome, reason, kind, url, draft, notes
    FROM jsonb_to_recordset(${storableJSON(entries.map((entry) => ({ ...packReason(entry), notes: entry.notes.map(packText) })))}::jsonb)
      AS r(position integer, line integer, step text, outcome text, reason text, kind text, url text, draft jsonb, notes text[])`);
}

/** Deletes up to `limit` entries of an import. @returns how many. */
export async function deleteEntries(db: Db, importId: string, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    DELETE FROM import_entries WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM import_entries WHERE import_id = ${importId}::bigint LIMIT ${limit}
    ))`);
  return rowCount ?? 0;
}

export type EntryRow = typeof importEntries.$inferSelect;

/** The next entries that wait for a step. */
export async function listEntriesAtStep(
  db: Db,
  importId: string,
  { step, limit }: { step: EntryRow['step']; limit: number },
): Promise<EntryRow[]> {
  return db
    .select()
    .from(importEntries)
    .where(and(eq(importEntries.importId, importId), eq(importEntries.step, step)))
    .orderBy(asc(importEntries.position))
    .limit(limit);
}

/** The next entries that have changed a product. Of two changes to one product, the later one is undone first. */
export async function listEntriesToUndo(db: Db, importId: string, limit: number): Promise<EntryRow[]> {
  const { importId: ofImport, productId, position } = importEntries;
  return (
    db
      .select()
      .from(importEntries)
      // Without a parameter, so that the index of these entries is found.
      .where(and(eq(ofImport, importId), sql`step = 'imported'`))
      .orderBy(asc(productId), desc(position))
      .limit(limit)
  );
}

/** The entries with an outcome after a position, in the order of the source. Skipped ones may be of one kind. */
export async function listEntries(
  db: Db,
  importId: string,
  {
    outcome,
    why,
    after,
    limit,
  }: { outcome: ImportOutcomeName; why?: SkipKind; after: number; limit: number },
): Promise<EntryRow[]> {
  const { importId: ofImport, outcome: had, kind, position } = importEntries;
  // Without a parameter, so that the index of skipped entries is found.
  const isWanted = why === undefined ? eq(had, outcome) : and(sql`outcome = 'skipped'`, eq(kind, why));
  return db
    .select()
    .from(importEntries)
    .where(and(eq(ofImport, importId), isWanted, gt(position, after)))
    .orderBy(asc(position))
    .limit(limit);
}

/** Everything of a source after a position. Positions have no gaps, so each row is looked up by its key. */
export async function listDecisions(
  db: Db,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<EntryRow[]> {
  const { importId: ofImport, position } = importEntries;
  const next = Array.from({ length: limit }, (_, index) => after + 1 + index);
  return db
    .select()
    .from(importEntries)
    .where(and(eq(ofImport, importId), sql`${position} = ANY(${sql.param(next)}::integer[])`))
    .orderBy(asc(position));
}

/** The number of entries that the comparison has left to be imported. */
export async function countCompared(db: Db, importId: string): Promise<number> {
  const { importId: ofImport, step } = importEntries;
  return db.$count(importEntries, and(eq(ofImport, importId), eq(step, 'compared')));
}

export type EntryResult = {
  position: number;
  step: EntryRow['step'];
  outcome: ImportOutcomeName;
  reason: StoredText | null;
  changes: readonly string[];
  productId: string | null;
  before: BeforeImport | null;
};

/**
 * Notes what has become of entries that are at the step `from`, and adds to the counts of their import, whose lease is
 * held. Other entries stay as they are.
 */
export async function updateResults(
  db: Db,
  importId: string,
  { from, results }: { from: 'read' | 'compared'; results: readonly EntryResult[] },
): Promise<void> {
  const counts = IMPORT_OUTCOMES.map(
    (name) =>
      sql`${name}::text, (counts ->> ${name})::integer + (SELECT count(*) FROM changed WHERE outcome = ${name})`,
  );
  await db.execute(sql`
    WITH changed AS (
      UPDATE import_entries SET step = r.step, outcome = r.outcome, reason = r.reason, changes = r.changes,
        product_id = r."productId", before = r.before
      FROM jsonb_to_recordset(${storableJSON(results.map(packReason))}::jsonb) AS r(
        position integer, step text, outcome text, reason text, changes text[], "productId" bigint, before jsonb
      )
      WHERE import_id = ${importId}::bigint AND import_entries.position = r.position
        AND import_entries.step = ${from}
      RETURNING r.outcome
    )
    UPDATE imports SET counts = jsonb_build_object(${sql.join(counts, sql`, `)}) WHERE id = ${importId}::bigint`);
}

/** Notes that entries are undone. */
export async function updateUndoneEntries(
  db: Db,
  importId: string,
  undone: readonly { position: number; reason: string | null }[],
): Promise<void> {
  await db.execute(sql`
    UPDATE import_entries SET step = 'undone', reason = r.reason
    FROM jsonb_to_recordset(${JSON.stringify(undone)}::jsonb) AS r(position integer, reason text)
    WHERE import_id = ${importId}::bigint AND import_entries.position = r.position AND step = 'imported'`);
}

/** Forgets what imports have read about a product that is erased. What has not come to its import yet is left out. */
export async function clearEntriesOf(
  db: Db,
  { id, canonicalURL }: { id: string; canonicalURL: string | null },
): Promise<void> {
  const { productId, step, draft, outcome } = importEntries;
  const waits = sql`${step} IN ('read', 'compared')`;
  await db
    .update(importEntries)
    .set({
      ...{ draft: null, before: null, url: null, notes: [], reason: null, changes: [] },
      step: sql`CASE WHEN ${waits} THEN 'settled' ELSE ${step} END`,
      outcome: sql`CASE WHEN ${waits} THEN 'skipped' ELSE ${outcome} END`,
    })
    .where(or(eq(productId, id), sql`${draft} ->> 'canonicalURL' = ${canonicalURL}`));
}
