import { importPace } from '@/server/commands/imports/import-pace';
import { importProducts, type ImportRecord } from '@/server/commands/imports/import-products';
import { mapInSlices } from '@/server/base/iterate';
import type { Deps } from '@/server/deps';
import { type ImportDraft, importDraft } from '@/server/import/import-draft';
import {
  type BeforeImport,
  type EntryResult,
  type EntryRow,
  listEntriesAtStep,
  updateResults,
} from '@/server/queries/imports/import-entries';
import { updateImport } from '@/server/queries/imports/imports';
import { type ImportLease } from '@/server/queries/imports/import-leases';
import { slugify } from '@/server/text/slug';
import { requireLease } from './import-lease';

type ImportDeps = Pick<Deps, 'db' | 'env' | 'now' | 'textWorkers'>;

/** As at the terminal, so that the preview and the import have the same batches, and the same repeats within each. */
const ENTRIES_AT_ONCE = 200;

/**
 * Compares the next entries of an import with the directory or, once the import has begun, lists them. Each transaction
 * also notes what has become of its entries, so that no entry is imported twice.
 *
 * @returns false when the step is over.
 * @throws LeaseEnded
 */
export async function importNextEntries(deps: ImportDeps, lease: ImportLease): Promise<boolean> {
  const { db, now } = deps;
  const isDryRun = lease.state === 'comparing';
  const from = isDryRun ? 'read' : 'compared';
  const entries = await listEntriesAtStep(db, lease.id, { step: from, limit: ENTRIES_AT_ONCE });
  if (entries.length === 0) {
    await db.transaction(async (tx) => {
      await requireLease({ db: tx, now }, lease);
      const ended = isDryRun ? { state: 'ready' as const } : { state: 'imported' as const, endedAt: now() };
      await updateImport(tx, lease.id, ended, now());
    });
    return false;
  }
  const rows = new Map(await mapInSlices(entries, (row) => [importDraft.parse(row.draft), row] as const));
  const note = async (tx: Deps['db'], results: readonly EntryResult[]) => {
    await requireLease({ db: tx, now }, lease);
    await updateResults(tx, lease.id, { from, results });
  };
  const startedAt = lease.startedAt ?? now();
  const outcomes = await importProducts(deps, [...rows.keys()], {
    isDryRun,
    record: (tx, records) =>
      note(
        tx,
        records.flatMap((record) => resultOf(rows.get(record.draft), record, { isDryRun, startedAt })),
      ),
  });
  // Those that the database or the renderer of descriptions has refused, without a transaction.
  const refused = [...rows.values()].flatMap((row, index): EntryResult[] => {
    const outcome = outcomes[index];
    if (outcome?.outcome !== 'skipped') return [];
    return [{ ...blank(row.position), outcome: 'skipped', reason: outcome.reason }];
  });
  if (refused.length > 0) await db.transaction((tx) => note(tx, refused));
  await importPace.pause();
  return true;
}

const blank = (position: number) => ({
  position,
  step: 'settled' as const,
  changes: [],
  productId: null,
  before: null,
});

type ResultOptions = { isDryRun: boolean; startedAt: Date };

function resultOf(
  row: EntryRow | undefined,
  { draft, outcome, productId, change, listed }: ImportRecord,
  { isDryRun, startedAt }: ResultOptions,
): EntryResult[] {
  if (!row) return [];
  const result: EntryResult = {
    ...blank(row.position),
    outcome: outcome.outcome,
    reason: outcome.outcome === 'added' ? null : (outcome.reason ?? null),
    changes: change && listed ? namesOfChanges(draft, change, listed) : [],
  };
  if (isDryRun) return [{ ...result, step: 'compared' }];
  // A later entry may add tags to a product that this import has added. Undoing removes the product anyway.
  const isOwn = draft.isRepeat && listed !== undefined && listed.createdAt >= startedAt;
  if (productId === null || isOwn) return [result];
  const before = change && listed ? beforeOf(change, listed) : null;
  return [{ ...result, step: 'imported', productId, before }];
}

type Change = NonNullable<ImportRecord['change']>;
type Listed = NonNullable<ImportRecord['listed']>;

const namesOfChanges = (draft: ImportDraft, { text, tags, values }: Change, listed: Listed): string[] => [
  ...(['name', 'tagline', 'description'] as const).filter((field) => text && listed[field] !== draft[field]),
  ...(tags.length > 0 ? ['tags'] : []),
  ...Object.keys(values),
];

const beforeOf = ({ text, tags, values }: Change, listed: Listed): BeforeImport => ({
  ...(text && { text: { name: listed.name, tagline: listed.tagline, description: listed.description } }),
  tagSlugs: tags.map(slugify),
  values: Object.fromEntries(Object.keys(values).map((field) => [field, listed.values[field] ?? null])),
});
