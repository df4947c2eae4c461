import type {
  ColumnTarget,
  ImportDetails,
  ImportOutcomeName,
  ImportOverview,
  ImportState,
  ImportUndone,
  KeptReason,
} from '@/lib/contract/import';
import { formatRow } from '@/lib/texts/lists';
import { t } from '@/lib/texts/texts';

export const IMPORT_STATE_NAMES: Record<ImportState, string> = {
  get reading() {
    return t('importState.reading', 'Being read' /* state of an import */);
  },
  get comparing() {
    return t('importState.comparing', 'Being compared' /* state of an import */);
  },
  get ready() {
    return t('importState.ready', 'Preview' /* state of an import */);
  },
  get failed() {
    return t('importState.failed', "Can't be read");
  },
  get importing() {
    return t('importState.importing', 'Being imported' /* state of an import */);
  },
  get imported() {
    return t('importState.imported', 'Imported' /* state of an import */);
  },
  get canceled() {
    return t('importState.stopped', 'Stopped' /* state of an import */);
  },
  get undoing() {
    return t('importState.undoing', 'Being undone' /* state of an import */);
  },
  get undone() {
    return t('importState.undone', 'Undone' /* state of an import */);
  },
};

/** What becomes of so many entries in the preview, and what has become of them later. */
export const sayOutcome = (outcome: ImportOutcomeName, isPreview: boolean, count: number): string => {
  if (outcome === 'listed')
    return t('importOutcome.listed', '{count, plural, other {Already listed #}}' /* entries */, { count });
  if (outcome === 'added')
    return isPreview
      ? t('importOutcome.toAdd', '{count, plural, other {To add #}}' /* entries */, { count })
      : t('importOutcome.added', '{count, plural, other {Added #}}' /* entries */, { count });
  if (outcome === 'updated')
    return isPreview
      ? t('importOutcome.toUpdate', '{count, plural, other {To update #}}' /* entries */, { count })
      : t('importOutcome.updated', '{count, plural, other {Updated #}}' /* entries */, { count });
  return isPreview
    ? t('importOutcome.toSkip', '{count, plural, other {To skip #}}' /* lines */, { count })
    : t('importOutcome.skipped', '{count, plural, other {Skipped #}}' /* lines */, { count });
};

/** Why an entry stays although its import is undone: of one entry, and of so many. */
const KEPT: Record<KeptReason, { why: string; say: (count: number) => string }> = {
  upvoted: {
    get why() {
      return t('importKept.upvoted', 'Kept: upvoted since' /* the import of an entry */);
    },
    say: (count) => t('importKept.countUpvoted', '{count, plural, other {# upvoted since}}', { count }),
  },
  bookmarked: {
    get why() {
      return t('importKept.bookmarked', 'Kept: bookmarked by a member');
    },
    say: (count) =>
      t('importKept.countBookmarked', '{count, plural, other {# bookmarked by a member}}', { count }),
  },
  claimed: {
    get why() {
      return t('importKept.claimed', 'Kept: now owned by a member');
    },
    say: (count) =>
      t('importKept.countClaimed', '{count, plural, other {# now owned by a member}}', { count }),
  },
  edited: {
    get why() {
      return t('importKept.edited', 'Kept: changed since' /* the import of an entry */);
    },
    say: (count) => t('importKept.countEdited', '{count, plural, other {# changed since}}', { count }),
  },
  reported: {
    get why() {
      return t('importKept.reported', 'Kept: with an open report');
    },
    say: (count) =>
      t('importKept.countReported', '{count, plural, other {# with an open report}}', { count }),
  },
  suggested: {
    get why() {
      return t('importKept.suggested', 'Kept: with a suggested edit');
    },
    say: (count) =>
      t('importKept.countSuggested', '{count, plural, other {# with a suggested edit}}', { count }),
  },
  appealed: {
    get why() {
      return t('importKept.appealed', 'Kept: with an answer to the moderators');
    },
    say: (count) =>
      t('importKept.countAppealed', '{count, plural, other {# with an answer to the moderators}}', { count }),
  },
  linked: {
    get why() {
      return t('importKept.linked', 'Kept: linked with others since');
    },
    say: (count) =>
      t('importKept.countLinked', '{count, plural, other {# linked with others since}}', { count }),
  },
  gone: {
    get why() {
      return t('importKept.gone', 'Kept: gone already');
    },
    say: (count) => t('importKept.countGone', '{count, plural, other {# gone already}}', { count }),
  },
};

const keptFor = (reason: string) => Object.entries(KEPT).find(([known]) => known === reason)?.[1];

/** Why an entry was skipped, kept its texts or was not undone. */
export const sayReason = (reason: string): string => keptFor(reason)?.why ?? reason;

/** `12 added, 3 updated, 40 already listed, 2 skipped`. */
export const sayCounts = ({ counts, state }: Pick<ImportOverview, 'counts' | 'state'>): string =>
  state === 'comparing' || state === 'ready'
    ? t(
        'importOutcome.previewCounts',
        '{added, plural, other {# to add}}, {updated, plural, other {# to update}}, {listed, plural, other {# already listed}}, {skipped, plural, other {# to skip}}',
        counts,
      )
    : t(
        'importOutcome.counts',
        '{added, plural, other {# added}}, {updated, plural, other {# updated}}, {listed, plural, other {# already listed}}, {skipped, plural, other {# skipped}}',
        counts,
      );

/** `5 removed, 1 restored, 2 kept (1 upvoted since, 1 changed since)`. */
export function sayUndone({ removed, restored, kept }: ImportUndone): string {
  const reasons = Object.entries(kept);
  const total = reasons.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0)
    return t(
      'importOutcome.undone',
      '{removed, plural, other {# removed}}, {restored, plural, other {# restored}}',
      { removed, restored },
    );
  return t(
    'importOutcome.undoneButKept',
    '{removed, plural, other {# removed}}, {restored, plural, other {# restored}}, {kept, plural, other {# kept}} ({reasons})',
    {
      ...{ removed, restored, kept: total },
      reasons: formatRow(
        reasons.map(
          ([reason, count]) =>
            keptFor(reason)?.say(count) ??
            t(
              'importOutcome.keptForOther',
              '{count, plural, other {# {reason}}}' /* the reason is a code of a later version */,
              { count, reason },
            ),
        ),
      ),
    },
  );
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
  ['name', t('product.name', 'Name' /* a column of an imported list */)],
  ['url', t('product.link', 'Link' /* a column of an imported list */)],
  ['text', t('product.tagline', 'Tagline' /* a column of an imported list */)],
  ['details', t('product.description', 'Description' /* a column of an imported list */)],
  ['tags', t('product.tags', 'Tags' /* a column of an imported list */)],
  ['date', t('importColumn.listedOn', 'Listed on' /* the day, a column of an imported list */)],
  ['oldPath', t('importColumn.oldLink', 'Old link' /* a column of an imported list */)],
  ...fields.map(({ key, label }): [ColumnTarget, string] => [`field:${key}`, label]),
  ['ignore', t('importColumn.leaveOut', 'Leave out' /* a column of an imported list */)],
];

export const changeName = (change: string, { fields }: Pick<ImportDetails, 'fields'>): string =>
  fields.find(({ key }) => key === change)?.label ?? change;
