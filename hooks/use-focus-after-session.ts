import { useEffect, useRef } from 'react';
import { focusMain } from '@/lib/browser/focus-main';

/** Gives the focus to the page, and has it read out, when what had it has gone with the session. */
export function useFocusAfterSession(isMember: boolean): void {
  const wasMember = useRef(isMember);

  useEffect(() => {
    if (wasMember.current && !isMember && document.activeElement === document.body) focusMain();
    wasMember.current = isMember;
  }, [isMember]);
}
