import { useRouter } from 'next/router';
import { useId, useSyncExternalStore } from 'react';
import { Dialog, DialogCloseButton } from '@/components/ui/dialog';
import { areShortcutsOn, setShortcuts, subscribeToShortcuts } from '@/lib/browser/keys';
import { site } from '@/lib/site';

const SHORTCUTS = [
  { keys: ['j', 'k'], does: `Next and previous ${site.noun} in a list` },
  { keys: ['Enter', 'o'], does: 'Open' },
  { keys: ['v'], does: 'Visit the website' },
  { keys: ['u'], does: 'Upvote' },
  { keys: ['b'], does: 'Bookmark' },
  { keys: ['c'], does: 'Compare' },
  { keys: ['/'], does: 'Search' },
  { keys: ['?'], does: 'Show this list' },
] as const;

/** On the page of the queue, in place of the keys for lists. */
const QUEUE_SHORTCUTS = [
  { keys: ['j', 'k'], does: `Next and previous ${site.noun} in the queue` },
  { keys: ['a'], does: 'Approve' },
  { keys: ['r'], does: 'Reject; a digit chooses a reason, Enter sends it' },
  { keys: ['s'], does: 'Snooze' },
  { keys: ['g'], does: 'Next group; Esc leaves it' },
  { keys: ['y', 'n'], does: 'Approve or reject all of the group' },
  { keys: ['u'], does: 'Undo the last decision, within 8 seconds' },
  { keys: ['e'], does: 'Edit what it says' },
  { keys: ['o'], does: 'Open its page in a new tab' },
  { keys: ['v'], does: 'Visit the website' },
  { keys: ['?'], does: 'Show this list' },
] as const;

const keyClasses =
  'min-w-6 rounded-control border border-edge px-1.5 text-center font-sans text-sm text-muted';

type ShortcutsDialogProps = { isOpen: boolean; close: () => void };

/** Lists the keys of the site, and switches those off that act alone. */
export function ShortcutsDialog({ isOpen, close }: ShortcutsDialogProps) {
  const titleId = useId();
  const shortcuts = useRouter().pathname === '/moderation' ? QUEUE_SHORTCUTS : SHORTCUTS;
  return (
    <Dialog isOpen={isOpen} onClose={close} labelledBy={titleId}>
      <div className="flex flex-col gap-4 p-6">
        <div className="-mt-2 -me-2 flex items-center justify-between">
          <h2 id={titleId} className="text-xl font-bold">
            Keyboard shortcuts
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
          <dt>Search, also with shortcuts off</dt>
          <dd className="flex justify-end gap-1">
            <kbd className={keyClasses}>Ctrl</kbd>
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
      Single-key shortcuts
    </label>
  );
}
