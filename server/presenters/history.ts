import type { HistoryEntry, VersionChange } from '@/lib/contract/history';
import { type Field, readFacts } from '@/server/fields/field';
import type { VersionRow } from '@/server/queries/edits/product-versions';

/** A version, and what it changed in the one before. */
export function presentVersion(
  row: VersionRow,
  before: VersionRow | undefined,
  { fields, isPresent }: { fields: readonly Field[]; isPresent: boolean },
): HistoryEntry {
  return {
    id: row.id,
    kind: row.kind,
    memberHandle: row.memberHandle,
    ...(row.memberRole !== null && { memberRole: row.memberRole }),
    createdAt: row.createdAt.toISOString(),
    changes: before ? changesBetween(partsOf(before, fields), partsOf(row, fields)) : [],
    isPresent,
  };
}

function partsOf(row: VersionRow, fields: readonly Field[]): Map<string, string> {
  const { name, tagline, url, tags, description } = row;
  const facts = readFacts(fields, row.fieldValues).map(
    ({ field, parts }) => [field.label, parts.map(({ text }) => text).join(', ')] as const,
  );
  return new Map([...Object.entries({ name, tagline, url, tags: tags.join(', '), description }), ...facts]);
}

function changesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): VersionChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((part) => ({ part, before: before.get(part) ?? '', after: after.get(part) ?? '' }))
    .filter((change) => change.before !== change.after);
}
