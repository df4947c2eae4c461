import * as z from 'zod/mini';
import { browserStorage } from '@/lib/browser/window';
import { DAY_MS } from '@/lib/contract/plain/durations';
import type { ProductReference } from '@/lib/contract/product-reference';
import { type SubmittedProduct, type Submission, submission as contract } from '@/lib/contract/submission';
import {
  EMPTY_VALUES,
  isSameSubmission,
  type SubmissionValues,
  submissionValues,
  valuesOf,
} from './submission-values';

type SubmissionField = keyof SubmissionValues;

/** One sentence for each field that has an error. */
export type SubmissionErrors = Partial<Record<SubmissionField | `fields.${string}`, string>>;

const FIELDS = z.keyof(submissionValues).options;

/** Checks the form with the contract's own schema, so the server accepts what passes. */
export function checkValues(values: SubmissionValues): { submission?: Submission; errors: SubmissionErrors } {
  const parsed = contract.safeParse(values);
  if (parsed.success) return { submission: parsed.data, errors: {} };
  return { errors: errorsByField(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message])) };
}

/**
 * Sorts error messages by form field: `tags.0` belongs to `tags`, and `fields.price` is the error of one declared field. The first message of a field wins; paths outside
 * the form are dropped.
 */
export function errorsByField(
  messages: readonly (readonly [path: string, message: string])[],
): SubmissionErrors {
  const errors: SubmissionErrors = {};
  for (const [path, message] of messages) {
    const [, declared] = /^fields\.([^.]+)/.exec(path) ?? [];
    const field =
      declared === undefined
        ? FIELDS.find((known) => path === known || path.startsWith(`${known}.`))
        : (`fields.${declared}` as const);
    if (field) errors[field] ??= message;
  }
  return errors;
}

/** The fields whose values the member took over from the page. */
export const keysFromPage = ({ pageFields, values }: SharedState): string[] =>
  Object.keys(pageFields).filter((key) => String(pageFields[key]) === String(values.fields[key] ?? ''));

/** An older draft is ignored. */
export const draftDaysMax = 30;

/** The images that were fetched from the product's page; null for none. */
const pageImages = z.pick(submissionValues, { iconURL: true, screenshotURL: true });
export type SubmissionImages = z.infer<typeof pageImages>;

const NO_IMAGES: SubmissionImages = { iconURL: null, screenshotURL: null };

const submissionDraft = z.object({
  values: submissionValues,
  /** What the editor showed: the field for the URL alone, or the whole form. */
  step: z.enum(['url', 'form']),
  pageImages: z._default(pageImages, NO_IMAGES),
  savedAt: z.iso.datetime(),
});
export type SubmissionDraft = z.infer<typeof submissionDraft>;

/** The user id is part of the key: other members in the same browser have drafts of their own. */
const draftKeyOf = (userId: string, productId?: string) => `submission-draft:${userId}:${productId ?? 'new'}`;

/** Undefined when there is no draft, or none that is readable and younger than 30 days. */
export function readSubmissionDraft(userId: string, productId?: string): SubmissionDraft | undefined {
  try {
    const stored: unknown = JSON.parse(browserStorage.read(draftKeyOf(userId, productId)) ?? 'null');
    const draft = submissionDraft.safeParse(stored);
    if (draft.success && Date.now() - Date.parse(draft.data.savedAt) < draftDaysMax * DAY_MS)
      return draft.data;
  } catch {
    // The stored text is not JSON.
  }
  return undefined;
}

/** Stores the draft, or deletes the stored one when `draft` is undefined. Does nothing where storage is denied. */
export function storeSubmissionDraft(
  draft: Omit<SubmissionDraft, 'savedAt'> | undefined,
  userId: string,
  productId?: string,
): void {
  const text = draft ? JSON.stringify({ ...draft, savedAt: new Date().toISOString() }) : null;
  browserStorage.write(draftKeyOf(userId, productId), text);
}

/** A product that is listed already, and the URL at which it was found. */
type ListedProduct = { url: string; product: ProductReference };

type Refusal = {
  /** Undefined when the errors of the fields say everything. */
  message?: string;
  taken?: ListedProduct;
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
  /** The images that were fetched from the page; null for none. */
  pageImages: SubmissionImages;
  /** What the page states, for the fields that the site declares: suggestions. */
  pageFields: SubmissionValues['fields'];
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
  ({ step: 'url' } | { step: 'form'; refusal?: Refusal } | { step: 'sending' });

/** What a link to the form says of a product: its URL or its name. */
export type KnownValues = Partial<Pick<SubmissionValues, 'url' | 'name'>>;

/** The first state: a draft where there is one, else the form of `product`, else the field for the URL alone. */
export function beginSubmission(
  product?: SubmittedProduct,
  draft?: SubmissionDraft,
  known?: KnownValues,
): SubmissionState {
  const initial = product ? valuesOf(product) : { ...EMPTY_VALUES, ...known };
  const fresh = freshState(initial, product?.id);
  if (!draft) return fresh;
  const { values, step, pageImages, savedAt } = draft;
  return { ...fresh, values, step, pageImages, draft: { status: 'restored', savedAt } };
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
  pageImages: NO_IMAGES,
  pageFields: {},
  // The name that the product's page states may replace a name that was typed into the search.
  fetched: { name: productId === undefined ? initial.name : '', tagline: '' },
  draft: { status: 'none' },
});

export const storable = ({
  step,
  values,
  pageImages,
}: SubmissionState): Omit<SubmissionDraft, 'savedAt'> => ({
  values,
  step: step === 'url' ? 'url' : 'form',
  pageImages,
});
