import type { ProductReference } from '@/lib/contract/product-reference';
import type { SubmittedProduct } from '@/lib/contract/submission';
import type { SubmissionDraft } from './draft';
import {
  EMPTY_VALUES,
  isSameSubmission,
  type SubmissionErrors,
  type SubmissionValues,
  valuesOf,
} from './values';

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
