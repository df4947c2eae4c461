import { useEffect, useRef } from 'react';
import { useViewerData } from './use-viewer-data';
import { useSessionToken } from './use-user';
import { focusMain } from '@/lib/browser/window';

/** Whether a page for members may be shown. A failed check counts as not authenticated; SWR repeats it by itself. */
export function useAuthentication() {
  const token = useSessionToken();
  const { data, error, mutate } = useViewerData(
    ['authentication'],
    checkAuthentication,
    // A session may have ended right after a check, so the next reason to check counts, however soon it comes.
    { dedupingInterval: 0 },
  );
  const hasFailed = Boolean(token && error);

  return {
    isChecking: token === undefined || (Boolean(token) && data === undefined && !hasFailed),
    isAuthenticated: Boolean(token && data) && !hasFailed,
    /** The check itself failed: the session may be valid. */
    hasFailed,
    checkAgain: mutate,
  };
}

async function checkAuthentication(): Promise<boolean> {
  // Visitors, who are the majority, never load the code that makes calls.
  const { checkAuthenticate } = await import('@/lib/api/viewer');
  return checkAuthenticate();
}

/** Moves the focus to the page, which is then announced, when the end of the session removes the focused element. */
export function useFocusAfterSession(isMember: boolean): void {
  const wasMember = useRef(isMember);

  useEffect(() => {
    if (wasMember.current && !isMember && document.activeElement === document.body) focusMain();
    wasMember.current = isMember;
  }, [isMember]);
}
