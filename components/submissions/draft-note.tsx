import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { SubmissionEditing } from '@/hooks/submissions/use-submission-form';
import { formatTimeAgo } from '@/lib/format/time-ago';

/** Tells that a draft was found, or given up, and offers the way back. */
export function DraftNote({ editing }: { editing: SubmissionEditing }) {
  const { draftNote, draftMoves, restoredAt, isUntouched, startOver, bringBack } = editing;
  const note = useRef<HTMLDivElement>(null);
  const isShown = draftNote === 'restored' ? !isUntouched : draftNote === 'given-up' && isUntouched;

  // The button that was pressed is gone with its half of the page.
  useEffect(() => {
    if (draftMoves > 0) note.current?.focus();
  }, [draftMoves]);

  return (
    <div ref={note} tabIndex={-1} role="status" className="outline-none">
      {isShown && (
        <div className="mb-6 flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-tint px-4 py-2">
          <p className="flex items-center gap-2">
            <Icon name={draftNote === 'restored' ? 'clock' : 'check'} className="size-5 text-accent" />
            {draftNote === 'restored'
              ? `Draft restored${restoredAt ? `, kept ${formatTimeAgo(restoredAt)}` : ''}.`
              : 'Draft discarded.'}
          </p>
          {draftNote === 'restored' ? (
            <Button onClick={startOver}>Start over</Button>
          ) : (
            <Button onClick={bringBack}>Bring it back</Button>
          )}
        </div>
      )}
    </div>
  );
}
