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
import { t } from '@/lib/texts/texts';

export const IMPORT_STATE_NAMES: Record<ImportState, string> = {
  get reading() {
    return t('importLabels.beingRead', 'Being read');
  },
  get comparing() {
    return t('importLabels.beingCompared', 'Being compared');
  },
  get ready() {
    return t('importLabels.preview', 'Preview');
  },
  get failed() {
    return t('importLabels.cantBeRead', "Can't be read");
  },
  get importing() {
    return t('importLabels.beingImported', 'Being imported');
  },
  get imported() {
    return t('importLabels.imported', 'Imported');
  },
  get canceled() {
    return t('importLabels.stopped', 'Stopped');
  },
  get undoing() {
    return t('importLabels.beingUndone', 'Being undone');
  },
  get undone() {
    return t('importLabels.undone', 'Undone');
  },
};

/** What an entry is in the preview, and what has become of it later. */
export const OUTCOME_NAMES: Record<ImportOutcomeName, { preview: string; result: string }> = {
  added: {
    get preview() {
      return t('importLabels.toAdd', 'To add');
    },
    get result() {
      return t('importLabels.added', 'Added');
    },
  },
  updated: {
    get preview() {
      return t('importLabels.toUpdate', 'To update');
    },
    get result() {
      return t('importLabels.updated', 'Updated');
    },
  },
  listed: {
    get preview() {
      return t('importLabels.alreadyListed', 'Already listed');
    },
    get result() {
      return t('importLabels.alreadyListed', 'Already listed');
    },
  },
  skipped: {
    get preview() {
      return t('importLabels.toSkip', 'To skip');
    },
    get result() {
      return t('importLabels.skipped', 'Skipped');
    },
  },
};

const KEPT: Record<KeptReason, string> = {
  get upvoted() {
    return t('importLabels.upvotedSince', 'upvoted since');
  },
  get bookmarked() {
    return t('importLabels.bookmarkedByAMember', 'bookmarked by a member');
  },
  get claimed() {
    return t('importLabels.nowOwned', 'now owned by a member');
  },
  get edited() {
    return t('importLabels.changedSince', 'changed since');
  },
  get reported() {
    return t('importLabels.withAnOpenReport', 'with an open report');
  },
  get suggested() {
    return t('importLabels.withASuggestedEdit', 'with a suggested edit');
  },
  get appealed() {
    return t('importLabels.withAnAnswer', 'with an answer to the moderators');
  },
  get linked() {
    return t('importLabels.linkedWithOthersSince', 'linked with others since');
  },
  get gone() {
    return t('importLabels.goneAlready', 'gone already');
  },
};

const keptWords = (reason: string): string | undefined =>
  Object.entries(KEPT).find(([known]) => known === reason)?.[1];

/** Why an entry was skipped, kept its texts or was not undone. */
export function sayReason(reason: string): string {
  const words = keptWords(reason);
  return words === undefined ? reason : t('importLabels.keptWords', 'Kept: {words}', { words });
}

/** `12 added, 3 updated, 40 already listed, 2 skipped`. */
export function sayCounts({ counts, state }: Pick<ImportOverview, 'counts' | 'state'>): string {
  const isPreview = state === 'comparing' || state === 'ready';
  const words: Record<ImportOutcomeName, string> = {
    added: isPreview ? t('importLabels.toAdd2', 'to add') : 'added',
    updated: isPreview ? t('importLabels.toUpdate2', 'to update') : 'updated',
    listed: t('importLabels.alreadyListed2', 'already listed'),
    skipped: isPreview ? t('importLabels.toSkip2', 'to skip') : 'skipped',
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
  const parts = [
    t('importLabels.removedRemoved', '{removed} removed', { removed: formatCount(removed) }),
    t('importLabels.restoredRestored', '{restored} restored', { restored: formatCount(restored) }),
  ];
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
  ['name', t('importLabels.name', 'Name')],
  ['url', t('importLabels.link', 'Link')],
  ['text', t('importLabels.tagline', 'Tagline')],
  ['details', t('importLabels.description', 'Description')],
  ['tags', t('importLabels.tags', 'Tags')],
  ['date', t('importLabels.listed', 'Listed on')],
  ['oldPath', t('importLabels.oldLink', 'Old link')],
  ...fields.map(({ key, label }): [ColumnTarget, string] => [`field:${key}`, label]),
  ['ignore', t('importLabels.leaveOut', 'Leave out')],
];

export const changeName = (change: string, { fields }: Pick<ImportDetails, 'fields'>): string =>
  fields.find(({ key }) => key === change)?.label ?? change;
