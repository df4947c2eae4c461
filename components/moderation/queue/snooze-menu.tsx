import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { keyOf } from '@/lib/browser/keys';

const CHOICES = [
  { days: 1, label: 'Until tomorrow' },
  { days: 3, label: 'For 3 days' },
  { days: 7, label: 'For a week' },
] as const;

type SnoozeMenuProps = {
  name: string;
  onSnooze: (days: 1 | 3 | 7) => void;
  onCancel: () => void;
};

/** Asks until when a decision is put off. */
export function SnoozeMenu({ name, onSnooze, onCancel }: SnoozeMenuProps) {
  const group = useRef<HTMLDivElement>(null);

  useEffect(() => group.current?.querySelector('button')?.focus(), []);

  function cancelByKey(event: KeyboardEvent) {
    if (keyOf(event) !== 'Escape') return;
    // Escape must not leave the group of the queue, too.
    event.preventDefault();
    onCancel();
  }

  return (
    <div
      ref={group}
      role="group"
      aria-label={`Snooze ${name}`}
      className="mt-4 flex flex-wrap gap-2"
      onKeyDown={cancelByKey}
    >
      {CHOICES.map(({ days, label }) => (
        <Button key={days} onClick={() => onSnooze(days)}>
          {label}
        </Button>
      ))}
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
