import { useRouter } from 'next/router';
import { useCallback, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { useSessionToken } from '@/hooks/use-user';
import { useSavedSubmission } from '@/hooks/use-submissions';
import { ApiFailure, call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import { previewProductCall } from '@/lib/contract/product-preview';
import {
  editProductCall,
  SUBMISSION_STATUSES,
  submitProductCall,
  type SubmittedProduct,
} from '@/lib/contract/submission';
import { reduceSubmission } from '@/lib/submissions/reduce-submission';
import {
  beginSubmission,
  checkValues,
  draftOf,
  keysFromPage,
  type KnownValues,
  readSubmissionDraft,
  storeSubmissionDraft,
  type SubmissionDraft,
  type SubmissionImages,
} from '@/lib/submissions/submission-state';
import { changesBetween } from '@/lib/submissions/submission-values';
import { submissionKey } from './use-submission-queries';
import { t } from '@/lib/texts/texts';

/**
 * The state of submitting or editing a product, and everything that happens outside of it: the draft in this browser,
 * the preview of the page at the URL, sending, and the way to the dashboard.
 *
 * @param product the product to edit; a new one otherwise.
 * @param known what is known of a new product.
 */
export function useSubmissionEditor(userId: string, product?: SubmittedProduct, known?: KnownValues) {
  const router = useRouter();
  const token = useSessionToken();
  const { mutate } = useSWRConfig();
  const showSaved = useSavedSubmission();
  const [state, dispatch] = useReducer(reduceSubmission, undefined, () =>
    beginSubmission(product, readSubmissionDraft(userId, product?.id), known),
  );
  const { forgetDraft } = useAutosave(draftOf(state), userId, product?.id);

  const previewURL = state.preview.status === 'loading' ? state.preview.url : undefined;
  useEffect(() => {
    if (previewURL === undefined) return;
    const controller = new AbortController();
    void loadPreview(previewURL, controller.signal).then((event) => {
      if (!controller.signal.aborted) dispatch(event);
    });
    return () => controller.abort();
  }, [previewURL]);

  /** @param whenUploaded resolves to the URLs of the images, null for none, or undefined when an upload failed. */
  async function send(whenUploaded: () => Promise<SubmissionImages | undefined>): Promise<void> {
    if (state.step !== 'form') return;
    dispatch({ type: 'submitted' });
    const { submission } = checkValues(state.values);
    if (!submission) return;
    const images = await whenUploaded();
    if (images === undefined) return dispatch({ type: 'upload-failed' });

    const fieldsFromPage = keysFromPage(state);
    const written = { ...submission, ...images, ...(fieldsFromPage.length > 0 && { fieldsFromPage }) };
    const changes = changesBetween(state.initial, written);
    // A rejected product may be submitted again without a change.
    if (product && product.status !== 'rejected' && Object.keys(changes).length === 0) {
      return dispatch({
        type: 'send-failed',
        failure: { message: t('edit.nothingChanged', "You haven't changed anything yet.") },
      });
    }
    try {
      const { product: sent } = product
        ? await call(editProductCall, { params: { id: product.id }, body: changes })
        : await call(submitProductCall, { body: written });
      forgetDraft();
      if (token) void mutate([token, ...submissionKey(sent.id)], sent, { revalidate: false });
      showSaved(sent);
      void showToast('success', describeOutcome(sent, product));
      await router.push(dashboardPath(sent));
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      dispatch({ type: 'send-failed', failure: error });
    }
  }

  return { state, dispatch, send };
}

async function loadPreview(url: string, signal: AbortSignal) {
  try {
    return {
      type: 'preview-loaded',
      preview: await call(previewProductCall, { body: { url }, signal }),
    } as const;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return { type: 'preview-failed', failure: error } as const;
  }
}

function dashboardPath({ status }: Pick<SubmittedProduct, 'status'>): string {
  const tab = SUBMISSION_STATUSES.find((known) => known === status) ?? 'pending';
  return `/account/profile?status=${tab}`;
}

function describeOutcome(sent: SubmittedProduct, before: SubmittedProduct | undefined): string {
  const { name, status, queuePlace: place } = sent;
  const isUpdate = status !== 'pending' || before?.status === 'pending';
  if (status !== 'pending' || place === undefined) {
    if (isUpdate) return t('submission.updated', '{name} is updated.', { name });
    if (!before) return t('submission.thanks', 'Thanks for submitting.');
    return t('submission.waits', '{name} is waiting for a moderator.', { name });
  }
  if (isUpdate)
    return t('submission.updatedInQueue', "{name} is updated. It's number {place} in the queue.", {
      name,
      place,
    });
  if (!before)
    return t('submission.thanksInQueue', "Thanks for submitting. It's number {place} in the queue.", {
      place,
    });
  return t(
    'submission.waitsInQueue',
    "{name} is waiting for a moderator. It's number {place} in the queue.",
    { name, place },
  );
}

const saveDelayMs = 400;

/**
 * Saves a draft in this browser when typing pauses, when the page is left, and when the form unmounts because the
 * session has ended.
 *
 * @param draft undefined when there is nothing worth saving.
 */
function useAutosave(
  draft: Omit<SubmissionDraft, 'savedAt'> | undefined,
  userId: string,
  productId?: string,
) {
  const isForgotten = useRef(false);
  const hasSaved = useRef(draft !== undefined);
  const text = JSON.stringify(draft);
  /** What is stored as far as this editor knows. Another tab may have sent it, or changed it, since. */
  const savedText = useRef(text);

  const save = useEffectEvent(() => {
    if (isForgotten.current || text === savedText.current) return;
    // This editor never had a draft, so the stored one belongs to another tab.
    if (!draft && !hasSaved.current && readSubmissionDraft(userId, productId)) return;
    storeSubmissionDraft(draft, userId, productId);
    savedText.current = text;
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

  const forgetDraft = useCallback(() => {
    isForgotten.current = true;
    storeSubmissionDraft(undefined, userId, productId);
  }, [userId, productId]);

  return { forgetDraft };
}
