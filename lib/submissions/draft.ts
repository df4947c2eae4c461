import * as z from 'zod/mini';

const daysMax = 30;
const dayMs = 24 * 60 * 60 * 1000;

const submissionDraft = z.object({
  values: z.object({
    url: z.string(),
    name: z.string(),
    tagline: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    imageURL: z.nullable(z.string()),
  }),
  /** The step that asks for the address alone is done. */
  isPastAddress: z.boolean(),
  /** The picture that was read from the page; null for none. */
  pageImageURL: z.nullable(z.string()),
  savedAt: z.iso.datetime(),
});
export type SubmissionDraft = z.infer<typeof submissionDraft>;

/** The member is part of the key: another one at the same machine has drafts of their own. */
const keyOf = (userId: string, productId?: string) => `submission-draft:${userId}:${productId ?? 'new'}`;

/** Undefined when there is none, or none that can still be read. */
export function readSubmissionDraft(userId: string, productId?: string): SubmissionDraft | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId, productId)) ?? 'null');
    const draft = submissionDraft.safeParse(kept);
    if (draft.success && Date.now() - Date.parse(draft.data.savedAt) < daysMax * dayMs) return draft.data;
  } catch {
    // Storage that is refused, or somebody else's text under our key.
  }
  return undefined;
}

/** Keeps the draft, or forgets it when there is none. A browser that refuses storage keeps nothing. */
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
    // Refused, or full: the form itself goes on.
  }
}
