import { useEffect, useRef } from 'react';
import { focusMain } from '@/lib/browser/document';

/** Moves the focus to the page, which is then announced, when the end of the session removes the focused element. */
export function useFocusAfterSession(isMember: boolean): void {
  const wasMember = useRef(isMember);

  useEffect(() => {
    if (wasMember.current && !isMember && document.activeElement === document.body) focusMain();
    wasMember.current = isMember;
  }, [isMember]);
}
