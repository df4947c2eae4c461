import type {
  ColumnTarget,
  ImportDetails,
  ImportOutcomeName,
  ImportOverview,
  ImportState,
  ImportUndone,
  KeptReason,
} from '@/lib/contract/import';
import { formatCount } from '@/lib/format/figures';

export const IMPORT_STATE_NAMES: Record<ImportState, string> = {
  reading: 'Being read',
  comparing: 'Being compared',
  ready: 'Preview',
  failed: "Can't be read",
  importing: 'Being imported',
  imported: 'Imported',
  canceled: 'Stopped',
  undoing: 'Being undone',
  undone: 'Undone',
};

/** What an entry is in the preview, and what has become of it later. */
export const OUTCOME_NAMES: Record<ImportOutcomeName, { preview: string; result: string }> = {
  added: { preview: 'To add', result: 'Added' },
  updated: { preview: 'To update', result: 'Updated' },
  listed: { preview: 'Already listed', result: 'Already listed' },
  skipped: { preview: 'To skip', result: 'Skipped' },
};

const KEPT: Record<KeptReason, string> = {
  upvoted: 'upvoted since',
  bookmarked: 'bookmarked by a member',
  claimed: 'now owned by a member',
  edited: 'changed since',
  reported: 'with an open report',
  suggested: 'with a suggested edit',
  appealed: 'with an answer to the moderators',
  linked: 'linked with others since',
  gone: 'gone already',
};

const keptWords = (reason: string): string | undefined =>
  Object.entries(KEPT).find(([known]) => known === reason)?.[1];

/** Why an entry was skipped, kept its texts or was not undone. */
export function sayReason(reason: string): string {
  const words = keptWords(reason);
  return words === undefined ? reason : `Kept: ${words}`;
}

/** `12 added, 3 updated, 40 already listed, 2 skipped`. */
export function sayCounts({ counts, state }: Pick<ImportOverview, 'counts' | 'state'>): string {
  const isPreview = state === 'comparing' || state === 'ready';
  const words: Record<ImportOutcomeName, string> = {
    added: isPreview ? 'to add' : 'added',
    updated: isPreview ? 'to update' : 'updated',
    listed: 'already listed',
    skipped: isPreview ? 'to skip' : 'skipped',
  };
  const { added, updated, listed, skipped } = counts;
  return [
    `${formatCount(added)} ${words.added}`,
    `${formatCount(updated)} ${words.updated}`,
    `${formatCount(listed)} ${words.listed}`,
    `${formatCount(skipped)} ${words.skipped}`,
  ].join(', ');
}

/** `5 removed, 1 restored, 2 kept (1 upvoted since, 1 changed since)`. */
export function sayUndone({ removed, restored, kept }: ImportUndone): string {
  const reasons = Object.entries(kept);
  const total = reasons.reduce((sum, [, count]) => sum + count, 0);
  const parts = [`${formatCount(removed)} removed`, `${formatCount(restored)} restored`];
  if (total === 0) return parts.join(', ');
  const why = reasons
    .map(([reason, count]) => `${formatCount(count)} ${keptWords(reason) ?? reason}`)
    .join(', ');
  return [...parts, `${formatCount(total)} kept (${why})`].join(', ');
}

/** How far the present step is: of how many entries. Undefined while nothing can be counted. */
export function progressOf({ state, counts, undone, entryCount }: ImportOverview) {
  if (state === 'undoing' && undone) {
    const kept = Object.values(undone.kept).reduce((sum, count) => sum + count, 0);
    return { done: undone.removed + undone.restored + kept, total: counts.added + counts.updated };
  }
  if (state !== 'comparing' && state !== 'importing') return undefined;
  return { done: counts.added + counts.updated + counts.listed + counts.skipped, total: entryCount };
}

export const targetsOf = ({ fields }: Pick<ImportDetails, 'fields'>): [ColumnTarget, string][] => [
  ['name', 'Name'],
  ['url', 'Link'],
  ['text', 'Tagline'],
  ['details', 'Description'],
  ['tags', 'Tags'],
  ['date', 'Listed on'],
  ['oldPath', 'Old link'],
  ...fields.map(({ key, label }): [ColumnTarget, string] => [`field:${key}`, label]),
  ['ignore', 'Leave out'],
];

export const changeName = (change: string, { fields }: Pick<ImportDetails, 'fields'>): string =>
  fields.find(({ key }) => key === change)?.label ?? change;
