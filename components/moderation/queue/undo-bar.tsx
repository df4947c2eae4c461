import { Button } from '@/components/ui/button';

type UndoBarProps = {
  /** What has happened last. Empty: nothing. */
  announcement: string;
  isUndoable: boolean;
  onUndo: () => void;
};

/** Says at the bottom of the window what was decided, and offers to undo it for a few seconds. */
export function UndoBar({ announcement, isUndoable, onUndo }: UndoBarProps) {
  return (
    <div role="status" className="sticky bottom-(--bottom-bar) z-20 mt-4">
      {announcement && (
        <p
          className={
            isUndoable
              ? 'flex items-center justify-between gap-3 border-t border-line bg-surface px-4 py-2'
              : 'sr-only'
          }
        >
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {announcement}
          </span>
          {isUndoable && (
            <Button size="small" aria-keyshortcuts="u" onClick={onUndo}>
              Undo
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
