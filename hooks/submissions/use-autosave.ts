import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { storeSubmissionDraft, readSubmissionDraft, type SubmissionDraft } from '@/lib/submissions/draft';

const keepAfterMs = 400;

/**
 * Keeps a draft in this browser: when writing pauses, when the page is left, and when the form goes away because
 * the session has ended.
 *
 * @param draft undefined when there is nothing worth keeping.
 */
export function useAutosave(
  draft: Omit<SubmissionDraft, 'savedAt'> | undefined,
  userId: string,
  productId?: string,
) {
  const isForgotten = useRef(false);
  const wasKept = useRef(draft !== undefined);
  const text = JSON.stringify(draft);

  const keep = useEffectEvent(() => {
    if (isForgotten.current) return;
    // Nothing was ever written here: what is kept is another tab's.
    if (!draft && !wasKept.current && readSubmissionDraft(userId, productId)) return;
    storeSubmissionDraft(draft, userId, productId);
    wasKept.current ||= draft !== undefined;
  });

  useEffect(() => {
    const timer = setTimeout(keep, keepAfterMs);
    return () => clearTimeout(timer);
  }, [text]);

  useEffect(() => {
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, []);

  /** Nothing is kept any more from now on. */
  const forgetDraft = useCallback(() => {
    isForgotten.current = true;
    storeSubmissionDraft(undefined, userId, productId);
  }, [userId, productId]);

  return { forgetDraft };
}
