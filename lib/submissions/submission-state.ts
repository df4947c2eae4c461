import * as z from 'zod/mini';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { imageKey } from '@/lib/contract/plain/image-url';
import type { ProductReference } from '@/lib/contract/product-reference';
import {
  type SubmittedProduct,
  type Submission,
  type SubmissionChanges,
  submission as contract,
} from '@/lib/contract/submission';

/** The fields of the form, as the member typed them. */
export const submissionValues = z.object({
  url: z.string(),
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  imageURL: z.nullable(z.string()),
});
export type SubmissionValues = z.infer<typeof submissionValues>;

type SubmissionField = keyof SubmissionValues;

/** One sentence for each field that has an error. */
export type SubmissionErrors = Partial<Record<SubmissionField, string>>;

/** In the order of the form. */
const FIELDS = ['url', 'name', 'tagline', 'tags', 'imageURL', 'description'] as const;

export const EMPTY_VALUES: SubmissionValues = {
  url: '',
  name: '',
  tagline: '',
  description: '',
  tags: [],
  imageURL: null,
};

/** The form to edit a product starts from. A generated tile does not count as an image. */
export const valuesOf = (product: SubmittedProduct): SubmissionValues => ({
  url: product.url,
  name: product.name,
  tagline: product.tagline,
  description: product.description,
  tags: product.tags.map(({ name }) => name),
  imageURL: imageKey(product.imageURL) === undefined ? null : product.imageURL,
});

export const isSameSubmission = (one: SubmissionValues, other: SubmissionValues) =>
  Object.keys(changesBetween(one, other)).length === 0;

/** The changes that turn `before` into `after`. */
export function changesBetween(before: SubmissionValues, after: Submission): SubmissionChanges {
  return {
    ...(after.url !== before.url && { url: after.url }),
    ...(after.name !== before.name && { name: after.name }),
    ...(after.tagline !== before.tagline && { tagline: after.tagline }),
    ...(after.description !== before.description && { description: after.description }),
    ...(after.tags.join('\n') !== before.tags.join('\n') && { tags: after.tags }),
    ...(after.imageURL !== before.imageURL && { imageURL: after.imageURL }),
  };
}

/** Checks the form with the contract's own schema, so the server accepts what passes. */
export function checkValues(values: SubmissionValues): { submission?: Submission; errors: SubmissionErrors } {
  const parsed = contract.safeParse(values);
  if (parsed.success) return { submission: parsed.data, errors: {} };
  return { errors: errorsByField(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message])) };
}

/**
 * Sorts error messages by form field: `tags.0` belongs to `tags`. The first message of a field wins; paths outside
 * the form are dropped.
 */
export function errorsByField(
  messages: readonly (readonly [path: string, message: string])[],
): SubmissionErrors {
  const errors: SubmissionErrors = {};
  for (const [path, message] of messages) {
    const field = FIELDS.find((known) => path === known || path.startsWith(`${known}.`));
    if (field) errors[field] ??= message;
  }
  return errors;
}

/** An older draft is ignored. */
const draftDaysMax = 30;

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
const draftKeyOf = (userId: string, productId?: string) => `submission-draft:${userId}:${productId ?? 'new'}`;

/** Undefined when there is no draft, or none that is readable and younger than 30 days. */
export function readSubmissionDraft(userId: string, productId?: string): SubmissionDraft | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(draftKeyOf(userId, productId)) ?? 'null');
    const draft = submissionDraft.safeParse(stored);
    if (draft.success && Date.now() - Date.parse(draft.data.savedAt) < draftDaysMax * DAY_MS)
      return draft.data;
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
  const key = draftKeyOf(userId, productId);
  try {
    if (!draft) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ ...draft, savedAt: new Date().toISOString() }));
  } catch {
    // Storage is denied or full. The form itself still works.
  }
}

/** A product that is listed already, and the URL at which it was found. */
type ListedProduct = { url: string; product: ProductReference };

/** Why the server did not accept the submission. */
type Refusal = {
  /** Undefined when the errors of the fields say everything. */
  message?: string;
  taken?: ListedProduct;
  /** The product was removed while it was edited. */
  isGone: boolean;
};

export type SharedState = {
  /** The product that is edited; undefined for a new one. */
  productId?: string;
  /** The fields before the member changed anything. */
  initial: SubmissionValues;
  values: SubmissionValues;
  errors: SubmissionErrors;
  /** From the first attempt to submit on, a field is checked on every change. */
  hasSubmitted: boolean;
  /** The request for name, tagline and image of the page at the URL. */
  preview:
    | { status: 'none' }
    | { status: 'loading'; url: string }
    | { status: 'done'; note: string }
    | ({ status: 'listed' } & ListedProduct);
  /** The image that was fetched from the page; null for none. */
  pageImageURL: string | null;
  /** Text that was fetched from a page. The next page may replace it, as long as the member has not changed it. */
  fetched: { name: string; tagline: string };
  draft:
    | { status: 'none' }
    | { status: 'restored'; savedAt: string }
    | { status: 'discarded'; discarded: Omit<SubmissionDraft, 'savedAt'> };
  /** Where the focus goes. A new object is a new request. */
  focus?: { on: 'first-empty' | 'first-error' | 'listed-product' | 'draft-notice' };
};

/** The steps of submitting or editing a product. */
export type SubmissionState = SharedState &
  ({ step: 'url' } | { step: 'form'; refusal?: Refusal } | { step: 'sending' } | { step: 'sent' });

/** The first state: a draft where there is one, else the form of `product`, else the field for the URL alone. */
export function beginSubmission(product?: SubmittedProduct, draft?: SubmissionDraft): SubmissionState {
  const initial = product ? valuesOf(product) : EMPTY_VALUES;
  const fresh = freshState(initial, product?.id);
  if (!draft) return fresh;
  const { values, step, pageImageURL, savedAt } = draft;
  return { ...fresh, values, step, pageImageURL, draft: { status: 'restored', savedAt } };
}

export const isUntouched = ({ initial, values }: SubmissionState) => isSameSubmission(initial, values);

/** What to store of the editor; undefined when the member has not changed anything. */
export const draftOf = (state: SubmissionState) => (isUntouched(state) ? undefined : storable(state));

/** The product that the preview or the last attempt to submit found at the present URL. */
export function listedAtURL(state: SubmissionState): ProductReference | undefined {
  const { preview, values } = state;
  const taken = state.step === 'form' ? state.refusal?.taken : undefined;
  if (taken?.url === values.url) return taken.product;
  return preview.status === 'listed' && preview.url === values.url ? preview.product : undefined;
}

/** The editor before the member did anything: a product to edit starts in the form. */
export const freshState = (initial: SubmissionValues, productId?: string): SubmissionState => ({
  step: productId === undefined ? 'url' : 'form',
  productId,
  initial,
  values: initial,
  errors: {},
  hasSubmitted: false,
  preview: { status: 'none' },
  pageImageURL: null,
  fetched: { name: '', tagline: '' },
  draft: { status: 'none' },
});

export const storable = ({
  step,
  values,
  pageImageURL,
}: SubmissionState): Omit<SubmissionDraft, 'savedAt'> => ({
  values,
  step: step === 'url' ? 'url' : 'form',
  pageImageURL,
});
