import {
  type ImportDetails,
  type ImportEntry,
  type ImportOverview,
  SKIP_KINDS,
  type SkipKind,
} from '@/lib/contract/import';
import { sayStored } from '@/server/base/stored-text';
import { comparableName, type Field } from '@/server/fields/field';
import type { EntryRow } from '@/server/queries/imports/import-entries';
import type { ImportRow } from '@/server/queries/imports/imports';

type ImportMoment = { undoableUntil: Date | undefined; isPaused: boolean };

export function presentImport(row: ImportRow, { undoableUntil, isPaused }: ImportMoment): ImportOverview {
  return {
    id: row.id,
    sourceName: row.sourceName,
    format: row.format,
    state: row.state,
    isPaused,
    failure: row.failure && sayStored(row.failure),
    moderatorHandle: row.moderatorHandle,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    entryCount: row.entryCount,
    counts: row.counts,
    undone: row.undone,
    undoableUntil: undoableUntil?.toISOString() ?? null,
  };
}

/** Columns that are named like a declared field are guessed to be that field. */
export function presentImportDetails(
  row: ImportRow,
  moment: ImportMoment,
  fields: readonly Field[],
): ImportDetails {
  const byName = new Map(
    fields.flatMap(({ key, label, formerKeys }) =>
      [label, key, ...formerKeys].map((name) => [comparableName(name), key] as const),
    ),
  );
  return {
    ...presentImport(row, moment),
    mapping: row.mapping,
    mappingVersion: row.mappingVersion,
    found: row.found && {
      ...row.found,
      columns: row.found.columns.map(({ name, samples, guess }) => {
        const key = byName.get(comparableName(name));
        return { name, samples, guess: guess === 'ignore' && key !== undefined ? `field:${key}` : guess };
      }),
    },
    hasEntries: row.hasEntries,
    fields: fields.map(({ key, label }) => ({ key, label })),
  };
}

/** Null for an entry that is not compared yet, and for a link that belongs to one. */
export function presentImportEntry(row: EntryRow): ImportEntry | null {
  if (row.outcome === null || row.outcome === 'part') return null;
  const product = presentDraft(row);
  return {
    position: row.position,
    line: row.line,
    outcome: row.outcome,
    why: row.outcome === 'skipped' ? (SKIP_KINDS.find((kind) => kind === row.kind) ?? null) : null,
    url: row.url ?? product?.url ?? null,
    product,
    reason: row.reason && sayStored(row.reason),
    notes: row.notes.map(sayStored),
    changes: row.changes,
  };
}

function presentDraft({ draft }: EntryRow): ImportEntry['product'] {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return (
    draft && {
      name: text(draft.name),
      url: text(draft.url),
      tagline: text(draft.tagline),
      tags: Array.isArray(draft.tags) ? draft.tags.map(text) : [],
    }
  );
}

/** The kinds of skipped lines, with their counts. What the reader has not skipped, the directory has refused. */
export function presentSkipped({ found, counts }: ImportRow): { kind: SkipKind; count: number }[] {
  const read = Object.values(found?.skipped ?? {}).reduce((sum, count) => sum + count, 0);
  const all = { ...found?.skipped, refused: counts.skipped - read };
  return SKIP_KINDS.flatMap((kind) => (all[kind] ? { kind, count: all[kind] } : []));
}

/** Whether every entry has been decided, and is still known. */
export const isReported = ({ state, hasEntries }: ImportRow): boolean =>
  hasEntries && ['ready', 'imported', 'canceled', 'undone'].includes(state);

export const presentReportHead = ({ sourceName, state, counts, found }: ImportRow) => ({
  source: sourceName,
  isDryRun: state === 'ready',
  counts,
  ...(found?.links && { links: found.links }),
  ...(found?.more && found.more.skipped + found.more.parts > 0 && { more: found.more }),
});

/** Nothing for an entry that was compared, but not imported before the import was stopped. */
export function presentDecision(state: ImportRow['state'], row: EntryRow) {
  const { line, outcome, kind, reason, notes } = row;
  if (outcome === null || (row.step === 'compared' && state !== 'ready')) return [];
  const product = presentDraft(row);
  const url = row.url ?? product?.url;
  return [
    {
      ...{ line, outcome },
      ...((outcome === 'skipped' || outcome === 'part') && { kind }),
      ...(product && { name: product.name, tags: product.tags }),
      ...(url !== undefined && { url }),
      ...(reason !== null && { reason: sayStored(reason) }),
      ...(notes.length > 0 && { notes: notes.map(sayStored) }),
    },
  ];
}
