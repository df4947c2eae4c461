import { useState } from 'react';
import { type FieldErrors, type Resolver, useForm, useWatch } from 'react-hook-form';
import { type SubmittedProduct, type Submission, submission as contract } from '@/lib/contract/submission';
import { readSubmissionDraft, type SubmissionDraft } from '@/lib/submissions/draft';
import {
  EMPTY_SUBMISSION,
  isSameSubmission,
  submissionField,
  type SubmissionValues,
  valuesOf,
} from '@/lib/submissions/values';
import { useAutosave } from './use-autosave';

/** The contract's own schema: what it lets through, the server takes. */
const resolveByContract: Resolver<SubmissionValues, unknown, Submission> = (values) => {
  const parsed = contract.safeParse(values);
  if (parsed.success) return { values: parsed.data, errors: {} };
  const errors: FieldErrors<SubmissionValues> = {};
  for (const { path, message } of parsed.error.issues) {
    const field = submissionField(path.join('.'));
    if (field) errors[field] ??= { type: 'contract', message };
  }
  return { values: {}, errors };
};

/** What a form holds apart from its fields. */
type Beside = Pick<SubmissionDraft, 'isPastAddress' | 'pageImageURL'>;

/**
 * The form of a new product, or of one to edit, with the member's draft in it: kept while they write, found again
 * after a reload or another sign-in, and gone once it is sent or given up.
 */
export function useSubmissionForm(userId: string, product?: SubmittedProduct) {
  const productId = product?.id;
  const [initial] = useState(() => (product ? valuesOf(product) : EMPTY_SUBMISSION));
  const [restored] = useState(() => readSubmissionDraft(userId, productId));
  const nothingBeside: Beside = { isPastAddress: product !== undefined, pageImageURL: null };
  const [beside, setBeside] = useState<Beside>(restored ?? nothingBeside);
  const [draftNote, setDraftNote] = useState<'restored' | 'given-up' | null>(restored ? 'restored' : null);
  const [draftMoves, setDraftMoves] = useState(0);
  const [hasJustPassed, setHasJustPassed] = useState(false);
  const [givenUp, setGivenUp] = useState<{ values: SubmissionValues; beside: Beside }>();

  const form = useForm<SubmissionValues, unknown, Submission>({
    defaultValues: restored?.values ?? initial,
    resolver: resolveByContract,
    // The first wrong field is found in the page itself: some of ours are more than one element.
    shouldFocusError: false,
  });
  const values = useWatch({ control: form.control, compute: (all: SubmissionValues) => all });
  const isUntouched = isSameSubmission(initial, values);
  const { isPastAddress, pageImageURL } = beside;
  const { forgetDraft } = useAutosave(
    isUntouched ? undefined : { values, isPastAddress, pageImageURL },
    userId,
    productId,
  );

  return {
    form,
    values,
    /** What the fields held before the member wrote anything. */
    initial,
    isUntouched,
    isPastAddress,
    /** The picture that was read from the product's page; null for none. */
    pageImageURL,
    /** When the draft in the form was last kept; undefined when none was restored. */
    restoredAt: restored?.savedAt,
    /** What to tell of the draft. */
    draftNote,
    /** Ties a text field to the address; what was wrong with the former one is forgotten. */
    registerAddress: () => form.register('url', { onChange: () => form.clearErrors('url') }),
    passAddress: () => {
      setHasJustPassed(true);
      setBeside((before) => ({ ...before, isPastAddress: true }));
    },
    /** The member came from the address to the form in this visit, and goes on where something is missing. */
    hasJustPassed,
    /** Counts up when the draft was given up or brought back. */
    draftMoves,
    keepPagePicture: (imageURL: string) => setBeside((before) => ({ ...before, pageImageURL: imageURL })),
    /** Gives up what was written; it can be brought back as long as the page is there. */
    startOver: (): void => {
      setGivenUp({ values, beside });
      form.reset(initial);
      setBeside(nothingBeside);
      setDraftNote('given-up');
      setHasJustPassed(false);
      setDraftMoves((before) => before + 1);
    },
    bringBack: (): void => {
      if (!givenUp) return;
      form.reset(givenUp.values);
      setBeside(givenUp.beside);
      setDraftNote(null);
      setDraftMoves((before) => before + 1);
    },
    /** For when it was sent. */
    forgetDraft,
  };
}

export type SubmissionEditing = ReturnType<typeof useSubmissionForm>;
