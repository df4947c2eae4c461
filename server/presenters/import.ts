import type { ImportDetails, ImportEntry, ImportOverview } from '@/lib/contract/import';
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
    failure: row.failure,
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

/** Null for an entry that is not compared yet. */
export function presentImportEntry(row: EntryRow): ImportEntry | null {
  if (row.outcome === null) return null;
  const { draft } = row;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    position: row.position,
    line: row.line,
    outcome: row.outcome,
    product: draft && {
      name: text(draft.name),
      url: text(draft.url),
      tagline: text(draft.tagline),
      tags: Array.isArray(draft.tags) ? draft.tags.map(text) : [],
    },
    reason: row.reason,
    notes: row.notes,
    changes: row.changes,
  };
}
