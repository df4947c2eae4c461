import * as z from 'zod/mini';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { submissionValues } from './values';

const daysMax = 30;

const submissionDraft = z.object({
  values: submissionValues,
  /** What the editor showed: the field for the URL alone, or the whole form. */
  step: z.enum(['url', 'form']),
  /** The image that was fetched from the product's page; null for none. */
  pageImageURL: z.nullable(z.string()),
  savedAt: z.iso.datetime(),
});
export type SubmissionDraft = z.infer<typeof submissionDraft>;

/** The user id is part of the key: other members in the same browser have drafts of their own. */
const keyOf = (userId: string, productId?: string) => `submission-draft:${userId}:${productId ?? 'new'}`;

/** Undefined when there is no draft, or none that is readable and younger than 30 days. */
export function readSubmissionDraft(userId: string, productId?: string): SubmissionDraft | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId, productId)) ?? 'null');
    const draft = submissionDraft.safeParse(stored);
    if (draft.success && Date.now() - Date.parse(draft.data.savedAt) < daysMax * DAY_MS) return draft.data;
  } catch {
    // The browser denies storage, or the stored text is not JSON.
  }
  return undefined;
}

/** Stores the draft, or deletes the stored one when `draft` is undefined. Does nothing where storage is denied. */
export function storeSubmissionDraft(
  draft: Omit<SubmissionDraft, 'savedAt'> | undefined,
  userId: string,
  productId?: string,
): void {
  const key = keyOf(userId, productId);
  try {
    if (!draft) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ ...draft, savedAt: new Date().toISOString() }));
  } catch {
    // Storage is denied or full. The form itself still works.
  }
}
