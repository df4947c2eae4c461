import type { Dispatch } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import type { SubmittedProduct } from '@/lib/contract/submission';
import { site } from '@/lib/site';
import type { SubmissionEvent } from '@/lib/submissions/reduce-submission';
import { isUntouched, type SubmissionState } from '@/lib/submissions/submission-state';

type FormActionsProps = {
  state: SubmissionState;
  dispatch: Dispatch<SubmissionEvent>;
  /** The product to edit; a new one otherwise. */
  product?: SubmittedProduct;
};

/** The end of the form: what saving does, why the last attempt failed, and the buttons to submit or start over. */
export function FormActions({ state, dispatch, product }: FormActionsProps) {
  const isSending = state.step === 'sending';
  const canStartOver = !isUntouched(state);
  return (
    <>
      {product && (
        <p role="status" className="flex max-w-prose items-start gap-2 text-muted">
          <Icon name="clock" className="mt-0.5 size-5" />
          <span>{describeOutcome(product, state)}</span>
        </p>
      )}
      <div className="border-t border-line pt-6">
        <div role="alert">
          <RefusalMessage state={state} />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" size="large" aria-disabled={isSending}>
            <span>{labelOf(product)}</span>
            {isSending && <Spinner />}
          </Button>
          {canStartOver && (
            <Button
              look="quiet"
              size="large"
              aria-disabled={isSending}
              onClick={() => dispatch({ type: 'started-over' })}
            >
              {product ? 'Discard changes' : 'Start over'}
            </Button>
          )}
        </div>
        {!product && (
          <p className="mt-4 max-w-prose text-sm text-muted">
            {`A moderator reviews every ${site.noun} before it's listed, usually within a day. Your dashboard shows its place in the queue.`}
          </p>
        )}
      </div>
    </>
  );
}

function RefusalMessage({ state }: { state: SubmissionState }) {
  const refusal = state.step === 'form' ? state.refusal : undefined;
  const message = refusal?.isGone
    ? `This ${site.noun} was removed while you were editing it.`
    : refusal?.message;
  if (!message) return null;
  return (
    <p className="mb-5 flex items-start gap-2 rounded-card border border-danger px-4 py-3 text-danger">
      <Icon name="alert" className="mt-0.5 size-5" />
      <span>
        <span>{`${message}${isUntouched(state) ? '' : " We've kept what you wrote."} `}</span>
        {refusal?.isGone && (
          <a href="/account/profile" className="underline">
            Go to your dashboard
          </a>
        )}
      </span>
    </p>
  );
}

function labelOf(product: SubmittedProduct | undefined): string {
  if (!product) return `Submit this ${site.noun}`;
  return product.status === 'rejected' ? 'Submit again' : 'Save changes';
}

/** What saving will do, so that the member knows before. */
function describeOutcome(
  { status, queuePlace }: SubmittedProduct,
  { values, initial }: SubmissionState,
): string {
  if (status === 'rejected') return 'It will be submitted again and wait for a moderator.';
  if (status === 'pending') {
    const place = queuePlace === undefined ? '' : `, number ${queuePlace} in the queue`;
    return `It's waiting for a moderator${place}. Editing it won't lose its place in the queue.`;
  }
  const needsReview =
    values.url.trim() !== initial.url ||
    values.name.trim() !== initial.name ||
    values.iconURL !== initial.iconURL ||
    values.screenshotURL !== initial.screenshotURL;
  return needsReview
    ? `This ${site.noun} stays listed as it is. Your new name, link or image shows once a moderator approves it.`
    : 'Changes to the tagline, description and tags show right away. A new name, link or image shows once a moderator approves it.';
}
