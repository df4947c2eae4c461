import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import {
  readSubmissionDraft,
  storeSubmissionDraft,
  type SubmissionDraft,
} from '@/lib/submissions/submission-state';

const saveDelayMs = 400;

/**
 * Saves a draft in this browser when typing pauses, when the page is left, and when the form unmounts because the
 * session has ended.
 *
 * @param draft undefined when there is nothing worth saving.
 */
export function useAutosave(
  draft: Omit<SubmissionDraft, 'savedAt'> | undefined,
  userId: string,
  productId?: string,
) {
  const isForgotten = useRef(false);
  const hasSaved = useRef(draft !== undefined);
  const text = JSON.stringify(draft);

  const save = useEffectEvent(() => {
    if (isForgotten.current) return;
    // This editor never had a draft, so the stored one belongs to another tab.
    if (!draft && !hasSaved.current && readSubmissionDraft(userId, productId)) return;
    storeSubmissionDraft(draft, userId, productId);
    hasSaved.current ||= draft !== undefined;
  });

  useEffect(() => {
    const timer = setTimeout(save, saveDelayMs);
    return () => clearTimeout(timer);
  }, [text]);

  useEffect(() => {
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, []);

  /** Deletes the stored draft and saves no more. */
  const forgetDraft = useCallback(() => {
    isForgotten.current = true;
    storeSubmissionDraft(undefined, userId, productId);
  }, [userId, productId]);

  return { forgetDraft };
}
