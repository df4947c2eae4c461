import { useEffect, useMemo, useState } from 'react';
import { takeEarlyKey } from '@/lib/browser/early-script';
import { keyOf, isShortcut } from '@/lib/browser/keys';

/** The list of shortcuts, which a question mark opens. */
export function useShortcutsDialog() {
  const [state, setState] = useState({ isOpen: false, wasOpened: false });

  useEffect(() => {
    const open = () => setState({ isOpen: true, wasOpened: true });
    const openByKey = (event: KeyboardEvent) => {
      if (keyOf(event) !== '?' || !isShortcut(event)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', openByKey);
    if (takeEarlyKey() === '?') open();
    return () => window.removeEventListener('keydown', openByKey);
  }, []);

  return useMemo(() => ({ ...state, close: () => setState({ isOpen: false, wasOpened: true }) }), [state]);
}
