import { useSyncExternalStore } from 'react';
import { areShortcutsOn, setShortcuts, subscribeToShortcuts } from '@/lib/browser/keys';

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
