import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import type { SendingSubmission } from '@/hooks/submissions/use-send-submission';
import type { SubmissionEditing } from '@/hooks/submissions/use-submission-form';
import type { SubmittedProduct } from '@/lib/contract/submission';
import { site } from '@/lib/site';

type SendRowProps = {
  editing: SubmissionEditing;
  sending: SendingSubmission;
  product?: SubmittedProduct;
};

/** The end of the form: why it was refused as a whole, the button that sends it, and the way back. */
export function FormActions({ editing, sending, product }: SendRowProps) {
  const { isUntouched, startOver } = editing;
  const { isSending, refusal } = sending;
  const sentence = refusal?.isGone ? `This ${site.noun} was removed meanwhile.` : refusal?.sentence;
  return (
    <div className="border-t border-line pt-6">
      <div role="alert">
        {sentence && (
          <p className="mb-5 flex items-start gap-2 rounded-card border border-danger px-4 py-3 text-danger">
            <Icon name="alert" className="mt-0.5 size-5" />
            <span>
              {sentence} {!isUntouched && 'What you wrote is kept.'}{' '}
              {refusal?.isGone && (
                <Link href="/account/profile" className="underline">
                  Go to your dashboard
                </Link>
              )}
            </span>
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" size="large" aria-disabled={isSending}>
          {labelOf(product)}
          {isSending && <Spinner />}
        </Button>
        {!isUntouched && (
          <Button look="quiet" size="large" onClick={startOver}>
            {product ? 'Discard changes' : 'Start over'}
          </Button>
        )}
      </div>
      {!product && (
        <p className="mt-4 max-w-prose text-sm text-muted">
          A moderator looks at every {site.noun} before it is listed, usually within a day. Your dashboard
          shows its place in the queue.
        </p>
      )}
    </div>
  );
}

function labelOf(product: SubmittedProduct | undefined): string {
  if (!product) return `Submit this ${site.noun}`;
  return product.status === 'rejected' ? 'Submit again' : 'Save changes';
}
