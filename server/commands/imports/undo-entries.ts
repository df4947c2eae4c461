import { isDeepStrictEqual } from 'node:util';
import type { ImportUndone, KeptReason } from '@/lib/contract/import';
import { importPace } from '@/server/commands/imports/import-pace';
import { updateTerms } from '@/server/commands/products/update-terms';
import type { Deps } from '@/server/deps';
import { type ImportDraft, importDraft } from '@/server/import/import-draft';
import {
  type BeforeImport,
  type EntryRow,
  listEntriesToUndo,
  updateUndoneEntries,
} from '@/server/queries/imports/import-entries';
import {
  deleteApprovedProducts,
  findKeptReasons,
  listTagsOfProduct,
} from '@/server/queries/imports/import-undo';
import { updateImport } from '@/server/queries/imports/imports';
import { type ImportLease, updateUndone } from '@/server/queries/imports/import-leases';
import { lockProductsWholly } from '@/server/queries/products/product-merges';
import {
  listProductValues,
  replaceProductValues,
  type StoredValue,
} from '@/server/queries/products/product-values';
import { insertFirstVersions, insertVersions } from '@/server/queries/edits/product-versions';
import { type LockedProduct, updateProduct } from '@/server/queries/products/product-rows';
import { replaceProductTags } from '@/server/queries/products/tags';
import { listTagIds } from '@/server/queries/tags/tag-names';
import { writeSearchDocuments } from '@/server/queries/search/search-documents';
import { retryConflicts } from '@/server/queries/write-conflict';
import { requireLease } from './import-lease';

type UndoDeps = Pick<Deps, 'db' | 'env' | 'now' | 'textWorkers'>;

export const NOTHING_UNDONE: ImportUndone = { removed: 0, restored: 0, kept: {} };

/**
 * Undoes the last entries of an import in one transaction: removes what they have added and restores what they have
 * updated, as far as nothing has happened to it since.
 *
 * @returns false when nothing is left to undo.
 * @throws LeaseEnded
 */
export async function undoNextEntries(deps: UndoDeps, lease: ImportLease): Promise<boolean> {
  const { db, env, now } = deps;
  const entries = await listEntriesToUndo(db, lease.id, importPace.urlsPerTurn);
  const htmlOf = await renderBefore(deps, entries);
  const undo = (tx: Deps['db']) => undoEntries({ db: tx, env, now }, { lease, entries, htmlOf });
  if (entries.length > 0) {
    await retryConflicts(() => importPace.measure(db, entries.length, undo));
    await importPace.pause();
    return true;
  }
  await db.transaction(async (tx) => {
    await requireLease({ db: tx, now }, lease);
    await updateImport(tx, lease.id, { state: 'undone', undoneAt: now() }, now());
  });
  return false;
}

/** The HTML of the descriptions that are restored. Rendered before the transaction, because that may take a while. */
async function renderBefore(
  { textWorkers }: UndoDeps,
  entries: readonly EntryRow[],
): Promise<Map<string, string>> {
  const htmlOf = new Map<string, string>();
  for (const { before } of entries) {
    const description = before?.text?.description;
    if (description === undefined || htmlOf.has(description)) continue;
    htmlOf.set(description, await textWorkers.renderMarkdown(description));
  }
  return htmlOf;
}

type Turn = { lease: ImportLease; entries: readonly EntryRow[]; htmlOf: ReadonlyMap<string, string> };

async function undoEntries(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  { lease, entries, htmlOf }: Turn,
): Promise<void> {
  const { db, env, now } = deps;
  // Lock order: products before the import, as when entries are imported.
  const products = await lockProductsWholly(db, [
    ...new Set(entries.flatMap(({ productId }) => productId ?? [])),
  ]);
  const { undone } = await requireLease(deps, lease);
  const added = entries.filter(({ outcome }) => outcome === 'added');
  const addedIds = added.flatMap(({ productId }) => productId ?? []);
  const reasons = await findKeptReasons(db, addedIds, lease.endedAt ?? now());
  const outcomes = new Map<EntryRow, KeptReason | 'removed' | 'restored'>();
  for (const entry of added) {
    const reason = reasons.get(entry.productId ?? '');
    outcomes.set(entry, reason === undefined ? 'gone' : (reason ?? 'removed'));
  }
  const removedIds = addedIds.filter((id) => reasons.get(id) === null);
  await deleteApprovedProducts(db, removedIds);
  const restoredIds: string[] = [];
  for (const entry of entries) {
    if (entry.outcome === 'added') continue;
    const product = products.get(entry.productId ?? '');
    outcomes.set(entry, product ? await restoreProduct(deps, product, { entry, htmlOf }) : 'gone');
    if (product) restoredIds.push(product.id);
  }
  await writeSearchDocuments(db, env.fields, [...removedIds, ...restoredIds]);
  await updateUndoneEntries(
    db,
    lease.id,
    [...outcomes].map(([{ position }, outcome]) => ({
      position,
      reason: outcome === 'removed' || outcome === 'restored' ? null : outcome,
    })),
  );
  await updateUndone(db, lease.id, sumOf(undone ?? NOTHING_UNDONE, outcomes));
}

/** A later entry with the same link counts as listed already, and so does not count here. */
function sumOf(
  undone: ImportUndone,
  outcomes: ReadonlyMap<EntryRow, KeptReason | 'removed' | 'restored'>,
): ImportUndone {
  const sum = { ...undone, kept: { ...undone.kept } };
  for (const [entry, outcome] of outcomes) {
    if (entry.outcome === 'listed') continue;
    if (outcome === 'removed' || outcome === 'restored') sum[outcome] += 1;
    else sum.kept[outcome] = (sum.kept[outcome] ?? 0) + 1;
  }
  return sum;
}

/** Restores the values of a product that an import has changed, except those that changed again since. */
async function restoreProduct(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  product: LockedProduct,
  { entry, htmlOf }: { entry: EntryRow } & Pick<Turn, 'htmlOf'>,
): Promise<KeptReason | 'restored'> {
  const { id, status, submitterId } = product;
  if (status === 'removed') return 'gone';
  if (submitterId !== null) return 'claimed';
  if (status !== 'approved' || product.editStatus !== null || !entry.before) return 'edited';
  const draft = importDraft.parse(entry.draft);
  const { before } = entry;
  const texts = textsBefore(product, draft, before);
  const values = valuesBefore(await listProductValues(db, id), draft, before);
  const tags = await listTagsOfProduct(db, id);
  // Also tags that have another name by now, or were merged.
  const addedIds = new Set(await listTagIds(db, before.tagSlugs));
  const kept = tags.filter((tag) => !addedIds.has(tag.id));
  await insertFirstVersions(db, [id]);
  if (kept.length > 0 && kept.length < tags.length) {
    await replaceProductTags(
      db,
      id,
      kept.map((tag) => tag.id),
    );
  }
  if (values.isChanged) {
    await replaceProductValues(db, id, values.values);
    await updateTerms(db, env.fields, [id]);
  }
  const { description } = texts.restored;
  await updateProduct(db, id, {
    ...texts.restored,
    ...(description !== undefined && { descriptionHTML: htmlOf.get(description) ?? '' }),
    updatedAt: now(),
  });
  await insertVersions(db, [id], { kind: 'imported', memberId: null, at: now() });
  return texts.isKept || values.isKept ? 'edited' : 'restored';
}

function textsBefore(product: LockedProduct, draft: ImportDraft, { text }: BeforeImport) {
  const changed = (['name', 'tagline', 'description'] as const).filter(
    (field) => text && text[field] !== draft[field],
  );
  const unchangedSince = changed.filter((field) => product[field] === draft[field]);
  const restored: Partial<Record<(typeof changed)[number], string>> = {};
  for (const field of unchangedSince) restored[field] = text?.[field];
  return { restored, isKept: unchangedSince.length < changed.length };
}

function valuesBefore(stored: readonly StoredValue[], draft: ImportDraft, { values }: BeforeImport) {
  const byField = new Map(stored.map((value) => [value.field, value]));
  const changed = Object.entries(values);
  const unchangedSince = changed.filter(([field]) => {
    const present = byField.get(field);
    return present?.source === 'import' && isDeepStrictEqual(present.value, draft.values?.[field]);
  });
  for (const [field, value] of unchangedSince) {
    if (value === null) byField.delete(field);
    else byField.set(field, { field, ...value });
  }
  return {
    values: [...byField.values()],
    isChanged: unchangedSince.length > 0,
    isKept: unchangedSince.length < changed.length,
  };
}
