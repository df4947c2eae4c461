import { useEffect } from 'react';
import { isDialogEntry } from '@/lib/browser/dialog-entry';

/** After a reload, the dialog whose history entry is current is gone: leaves the entry, so that Back leads to another page. */
export function useLeftDialogEntry(): void {
  useEffect(() => {
    if (isDialogEntry(window.history.state)) window.history.back();
  }, []);
}
