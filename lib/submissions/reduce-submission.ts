import type { ProductReference } from '@/lib/contract/product-reference';
import type { ProductPreview } from '@/lib/contract/product-preview';
import {
  freshState,
  type SharedState,
  storable,
  type SubmissionState,
  checkValues,
  errorsByField,
} from './submission-state';
import { fieldTexts, type SubmissionValues } from './submission-values';
import { listNames } from '@/lib/contract/plain/product-parts';
import { t } from '@/lib/texts/texts';

/** A failed request. `fields` has a sentence for each input at fault. */
type Failure = {
  message: string;
  code?: string;
  fields?: Record<string, string>;
  product?: ProductReference;
};

export type SubmissionEvent =
  | { type: 'changed'; values: Partial<SubmissionValues> }
  | { type: 'preview-requested' }
  | { type: 'preview-loaded'; preview: ProductPreview }
  | { type: 'preview-failed'; failure: Failure }
  | { type: 'preview-skipped' }
  | { type: 'submitted' }
  | { type: 'upload-failed' }
  | { type: 'send-failed'; failure: Failure }
  | { type: 'started-over' }
  | { type: 'brought-back' };

/** Decides what each event makes of the editor. Pure: requests, storage and navigation are left to the hook. */
export function reduceSubmission(state: SubmissionState, event: SubmissionEvent): SubmissionState {
  switch (event.type) {
    case 'changed':
      return change(state, event.values);
    case 'preview-requested':
      return requestPreview(state);
    case 'preview-loaded':
      return takePreview(state, event.preview);
    case 'preview-failed':
      return takePreviewFailure(state, event.failure);
    case 'preview-skipped':
      return enterForm({ ...state, preview: { status: 'none' } });
    case 'submitted':
      return submit(state);
    case 'upload-failed':
      return { ...state, step: 'form', focus: { on: 'first-error' } };
    case 'send-failed':
      return takeSendFailure(state, event.failure);
    case 'started-over':
      return startOver(state);
    case 'brought-back':
      return bringBack(state);
  }
}

/** A changed field loses its error. Once the member has tried to submit, the new value is checked at once. */
function change(state: SubmissionState, changed: Partial<SubmissionValues>): SubmissionState {
  const values = { ...state.values, ...changed };
  const found = state.hasSubmitted ? checkValues(values).errors : {};
  const isKept = (field: string) => {
    const [part = '', key = ''] = field.split('.', 2);
    if (key !== '' && changed.fields) return changed.fields[key] === state.values.fields[key];
    return !(part in changed);
  };
  const kept = Object.entries(state.errors).filter(([field]) => isKept(field));
  const fresh = Object.entries(found).filter(([field]) => field in changed);
  return { ...state, values, errors: Object.fromEntries([...kept, ...fresh]) };
}

function requestPreview(state: SubmissionState): SubmissionState {
  if (state.preview.status === 'loading') return state;
  const { url: _, ...errors } = state.errors;
  const { url } = checkValues(state.values).errors;
  if (url !== undefined) return { ...state, errors: { ...errors, url }, focus: { on: 'first-error' } };
  return { ...state, errors, preview: { status: 'loading', url: state.values.url } };
}

function takePreview(state: SubmissionState, preview: ProductPreview): SubmissionState {
  if (state.preview.status !== 'loading') return state;
  const { url } = state.preview;
  const { duplicateOf, takenMessage, problem } = preview;
  if (takenMessage !== undefined) {
    return {
      ...state,
      preview: { status: 'none' },
      errors: { ...state.errors, url: takenMessage },
      focus: { on: 'first-error' },
    };
  }
  if (duplicateOf && duplicateOf.id === state.productId) {
    return {
      ...state,
      preview: {
        status: 'done',
        note: t('preview.sameLink', 'That link leads to the same page as before.'),
      },
    };
  }
  if (duplicateOf) {
    return {
      ...state,
      preview: { status: 'listed', url, product: duplicateOf },
      focus: state.step === 'url' ? { on: 'listed-product' } : state.focus,
    };
  }
  const { text, images } = usableOf(preview, state);
  const canonicalURL = state.values.url === url ? { url: preview.url } : {};
  return enterForm({
    ...change(state, { ...canonicalURL, ...text, ...images }),
    fetched: { ...state.fetched, ...text },
    pageFields: fieldTexts(preview.fields ?? {}),
    pageImages: {
      iconURL: preview.iconURL ?? state.pageImages.iconURL,
      screenshotURL: preview.screenshotURL ?? state.pageImages.screenshotURL,
    },
    preview: {
      status: 'done',
      note: problem ?? describe({ text, images }),
    },
  });
}

/** The parts of a preview for which the member has not chosen something else. */
function usableOf(
  { name, tagline, iconURL, screenshotURL }: ProductPreview,
  { values, fetched, pageImages }: SharedState,
) {
  const isUsable = (field: 'name' | 'tagline', text: string) =>
    text !== '' && (values[field].trim() === '' || values[field] === fetched[field]);
  const isImageUsable = (field: 'iconURL' | 'screenshotURL') =>
    values[field] === null || values[field] === pageImages[field];
  return {
    text: { ...(isUsable('name', name) && { name }), ...(isUsable('tagline', tagline) && { tagline }) },
    images: {
      ...(iconURL !== undefined && isImageUsable('iconURL') && { iconURL }),
      ...(screenshotURL !== undefined && isImageUsable('screenshotURL') && { screenshotURL }),
    },
  };
}

const IMAGE_PARTS = { iconURL: 'icon', screenshotURL: 'screenshot' } as const;

function describe({ text, images }: ReturnType<typeof usableOf>): string {
  const gained = [
    ...(['name', 'tagline'] as const).filter((part) => part in text),
    ...(['iconURL', 'screenshotURL'] as const).flatMap((part) => (part in images ? IMAGE_PARTS[part] : [])),
  ];
  return gained.length === 0
    ? t('preview.nothingUseful', "We couldn't find anything useful on that page. Please fill in the rest.")
    : t('preview.fetched', "Fetched from the page: {parts}. Edit anything that's off.", {
        parts: listNames(gained),
      });
}

/** A URL that cannot be listed stays with its error. After any other failure, the member fills in the form. */
function takePreviewFailure(state: SubmissionState, { code, message, fields }: Failure): SubmissionState {
  if (code !== 'bad_request') return enterForm({ ...state, preview: { status: 'done', note: message } });
  return {
    ...state,
    errors: { ...state.errors, url: fields?.url ?? message },
    preview: { status: 'none' },
    focus: { on: 'first-error' },
  };
}

const enterForm = (state: SubmissionState): SubmissionState =>
  state.step === 'url' ? { ...state, step: 'form', focus: { on: 'first-empty' } } : state;

function submit(state: SubmissionState): SubmissionState {
  if (state.step !== 'form') return state;
  const { submission, errors } = checkValues(state.values);
  const checked = { ...state, refusal: undefined, errors, hasSubmitted: true };
  return submission ? { ...checked, step: 'sending' } : { ...checked, focus: { on: 'first-error' } };
}

function takeSendFailure(
  state: SubmissionState,
  { code, message, fields, product }: Failure,
): SubmissionState {
  const errors = errorsByField(Object.entries(fields ?? {}));
  const hasFieldErrors = Object.keys(errors).length > 0;
  return {
    ...state,
    step: 'form',
    errors: { ...state.errors, ...errors },
    refusal: {
      message: hasFieldErrors ? undefined : message,
      taken: product && { url: state.values.url, product },
      isGone: code === 'gone',
    },
    focus: { on: 'first-error' },
  };
}

/** Empties the form, or undoes all changes to a product. What was written can be brought back. */
function startOver(state: SubmissionState): SubmissionState {
  if (state.step === 'sending') return state;
  return {
    ...freshState(state.initial, state.productId),
    draft: { status: 'discarded', discarded: storable(state) },
    focus: { on: 'draft-notice' },
  };
}

function bringBack(state: SubmissionState): SubmissionState {
  if (state.draft.status !== 'discarded') return state;
  return {
    ...freshState(state.initial, state.productId),
    ...state.draft.discarded,
    focus: { on: 'draft-notice' },
  };
}
