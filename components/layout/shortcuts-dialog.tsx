import { useRouter } from 'next/router';
import { useId, useSyncExternalStore } from 'react';
import { Dialog, DialogCloseButton } from '@/components/ui/dialog';
import { areShortcutsOn, setShortcuts, subscribeToShortcuts } from '@/lib/browser/keys';
import { t } from '@/lib/texts/texts';

const SHORTCUTS = [
  {
    keys: ['j', 'k'],
    get does() {
      return t('shortcutsDialog.nextAndPreviousNoun', 'Next and previous {noun} in a list');
    },
  },
  {
    keys: ['Enter', 'o'],
    get does() {
      return t('shortcutsDialog.open', 'Open');
    },
  },
  {
    keys: ['v'],
    get does() {
      return t('shortcutsDialog.visitTheWebsite', 'Visit the website');
    },
  },
  {
    keys: ['u'],
    get does() {
      return t('shortcutsDialog.upvote', 'Upvote');
    },
  },
  {
    keys: ['b'],
    get does() {
      return t('shortcutsDialog.bookmark', 'Bookmark');
    },
  },
  {
    keys: ['c'],
    get does() {
      return t('shortcutsDialog.compare', 'Compare');
    },
  },
  {
    keys: ['/'],
    get does() {
      return t('shortcutsDialog.search', 'Search');
    },
  },
  {
    keys: ['?'],
    get does() {
      return t('shortcutsDialog.showThisList', 'Show this list');
    },
  },
] as const;

/** On the page of the queue, in place of the keys for lists. */
const QUEUE_SHORTCUTS = [
  {
    keys: ['j', 'k'],
    get does() {
      return t('shortcutsDialog.nextAndPreviousNoun2', 'Next and previous {noun} in the queue');
    },
  },
  {
    keys: ['a'],
    get does() {
      return t('shortcutsDialog.approve', 'Approve');
    },
  },
  {
    keys: ['r'],
    get does() {
      return t('shortcutsDialog.rejectADigitChooses', 'Reject; a digit chooses a reason, Enter sends it');
    },
  },
  {
    keys: ['s'],
    get does() {
      return t('shortcutsDialog.snooze', 'Snooze');
    },
  },
  {
    keys: ['g'],
    get does() {
      return t('shortcutsDialog.nextGroupEscLeaves', 'Next group; Esc leaves it');
    },
  },
  {
    keys: ['y', 'n'],
    get does() {
      return t('shortcutsDialog.approveOrRejectAll', 'Approve or reject all of the group');
    },
  },
  {
    keys: ['u'],
    get does() {
      return t('shortcutsDialog.undoTheLastDecision', 'Undo the last decision, within 8 seconds');
    },
  },
  {
    keys: ['e'],
    get does() {
      return t('shortcutsDialog.editWhatItSays', 'Edit what it says');
    },
  },
  {
    keys: ['o'],
    get does() {
      return t('shortcutsDialog.openItsPage', 'Open its page in a new tab');
    },
  },
  {
    keys: ['v'],
    get does() {
      return t('shortcutsDialog.visitTheWebsite', 'Visit the website');
    },
  },
  {
    keys: ['?'],
    get does() {
      return t('shortcutsDialog.showThisList', 'Show this list');
    },
  },
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
            {t('shortcutsDialog.keyboardShortcuts', 'Keyboard shortcuts')}
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
          <dt>{t('shortcutsDialog.searchAlsoWithShortcuts', 'Search, also with shortcuts off')}</dt>
          <dd className="flex justify-end gap-1">
            <kbd className={keyClasses}>{t('shortcutsDialog.ctrl', 'Ctrl')}</kbd>
            <kbd className={keyClasses}>{t('shortcutsDialog.k', 'K')}</kbd>
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
      {t('shortcutsDialog.singleKeyShortcuts', 'Single-key shortcuts')}
    </label>
  );
}
