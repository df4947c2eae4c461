import { useRouter } from 'next/router';
import { useId, useSyncExternalStore } from 'react';
import { Dialog, DialogCloseButton } from '@/components/ui/dialog';
import { areShortcutsOn, setShortcuts, subscribeToShortcuts } from '@/lib/browser/keys';
import { t } from '@/lib/texts/texts';

const listShortcuts = () =>
  [
    { keys: ['j', 'k'], does: t('shortcuts.move', 'Next and previous {noun} in a list') },
    {
      keys: [t('key.enter', 'Enter' /* what is written on a key */), 'o'],
      does: t('shortcuts.open', 'Open' /* a verb: what a key does */),
    },
    { keys: ['v'], does: t('shortcuts.visit', 'Visit the website') },
    { keys: ['u'], does: t('shortcuts.upvote', 'Upvote' /* a verb: what a key does */) },
    { keys: ['b'], does: t('shortcuts.bookmark', 'Bookmark' /* a verb: what a key does */) },
    { keys: ['c'], does: t('compare.verb', 'Compare' /* a verb: what a key does */) },
    { keys: ['/'], does: t('search.search', 'Search' /* a verb: what a key does */) },
    { keys: ['?'], does: t('shortcuts.showList', 'Show this list') },
  ] as const;

/** On the page of the queue, in place of the keys for lists. */
const queueShortcuts = () =>
  [
    { keys: ['j', 'k'], does: t('shortcuts.moveInQueue', 'Next and previous {noun} in the queue') },
    { keys: ['a'], does: t('shortcuts.approve', 'Approve' /* a verb: what a key does */) },
    { keys: ['r'], does: t('shortcuts.reject', 'Reject; a digit chooses a reason, Enter sends it') },
    { keys: ['s'], does: t('shortcuts.snooze', 'Snooze' /* a verb: what a key does */) },
    { keys: ['g'], does: t('shortcuts.nextGroup', 'Next group; Esc leaves it') },
    { keys: ['y', 'n'], does: t('shortcuts.decideGroup', 'Approve or reject all of the group') },
    { keys: ['u'], does: t('shortcuts.undo', 'Undo the last decision, within 8 seconds') },
    { keys: ['e'], does: t('shortcuts.edit', 'Edit what it says') },
    { keys: ['o'], does: t('shortcuts.openPage', 'Open its page in a new tab') },
    { keys: ['v'], does: t('shortcuts.visit', 'Visit the website') },
    { keys: ['?'], does: t('shortcuts.showList', 'Show this list') },
  ] as const;

const keyClasses =
  'min-w-6 rounded-control border border-edge px-1.5 text-center font-sans text-sm text-muted';

type ShortcutsDialogProps = { isOpen: boolean; close: () => void };

/** Lists the keys of the site, and switches those off that act alone. */
export function ShortcutsDialog({ isOpen, close }: ShortcutsDialogProps) {
  const titleId = useId();
  const shortcuts = useRouter().pathname === '/moderation' ? queueShortcuts() : listShortcuts();
  return (
    <Dialog isOpen={isOpen} onClose={close} labelledBy={titleId}>
      <div className="flex flex-col gap-4 p-6">
        <div className="-mt-2 -me-2 flex items-center justify-between">
          <h2 id={titleId} className="text-xl font-bold">
            {t('shortcuts.title', 'Keyboard shortcuts')}
          </h2>
          <DialogCloseButton onClose={close} />
        </div>
        <dl className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2">
          {shortcuts.map(({ keys, does }) => (
            <div key={does} className="contents">
              <dt>{does}</dt>
              <dd className="flex justify-end gap-1">
                {keys.map((key) => (
                  <kbd key={key} className={keyClasses}>
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
          <dt>{t('shortcuts.searchAlways', 'Search, also with shortcuts off')}</dt>
          <dd className="flex justify-end gap-1">
            <kbd className={keyClasses}>{t('key.ctrl', 'Ctrl' /* what is written on a key */)}</kbd>
            <kbd className={keyClasses}>K</kbd>
          </dd>
        </dl>
        <ShortcutSwitch />
      </div>
    </Dialog>
  );
}

/** Switches single-key shortcuts on and off in this browser. */
export function ShortcutSwitch() {
  const areOn = useSyncExternalStore(subscribeToShortcuts, areShortcutsOn, () => true);
  return (
    <label className="flex min-h-target-thumb items-center gap-3 self-start">
      <input
        type="checkbox"
        className="size-5 accent-accent"
        checked={areOn}
        onChange={({ currentTarget }) => setShortcuts(currentTarget.checked)}
      />
      {t('shortcuts.singleKeys', 'Single-key shortcuts')}
    </label>
  );
}
