import { useRouter } from 'next/router';
import { type SubmitEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import { ApiFailure } from '@/lib/api/http';
import { editProduct, submitProduct } from '@/lib/api/submissions';
import type { ProductReference } from '@/lib/contract/product-reference';
import { type SubmittedProduct, SUBMISSION_STATUSES, type Submission } from '@/lib/contract/submission';
import { site } from '@/lib/site';
import { changesBetween, submissionField } from '@/lib/submissions/values';
import { showToast } from '@/lib/browser/toasts';
import { submissionKey } from './use-submission';
import { useSessionToken } from '@/hooks/use-session-token';
import type { SubmissionEditing } from './use-submission-form';

type Refusal = {
  /** What no field is to blame for. */
  sentence?: string;
  /** The product that has the address already, and the address. */
  taken?: { url: string; product: ProductReference };
  /** The product that was edited has been removed. */
  isGone?: boolean;
};

type SendOptions = {
  /** The product to edit; a new one otherwise. */
  product?: SubmittedProduct;
  /** A picture that is still on its way arrives before the rest is sent. */
  whenUploaded: () => Promise<boolean>;
};

/** Sending a submission or an edit. What was written is kept until the server has taken it. */
export function useSendSubmission(editing: SubmissionEditing, { product, whenUploaded }: SendOptions) {
  const { form, initial, forgetDraft } = editing;
  const router = useRouter();
  const token = useSessionToken();
  const { mutate } = useSWRConfig();
  const [refusal, setRefusal] = useState<Refusal>();
  const [attempts, setAttempts] = useState(0);

  async function send(written: Submission): Promise<void> {
    if (!(await whenUploaded())) return;
    const submission = { ...written, imageURL: form.getValues('imageURL') };
    const changes = changesBetween(initial, submission);
    // A rejected product may be submitted again as it is.
    if (product && product.status !== 'rejected' && Object.keys(changes).length === 0) {
      return setRefusal({ sentence: 'Nothing has changed yet.' });
    }
    try {
      const sent = product ? await editProduct(product.id, changes) : await submitProduct(submission);
      forgetDraft();
      if (token) void mutate(submissionKey(token, sent.id), sent, { revalidate: false });
      void showToast('success', tellOutcome(sent, product));
      await router.push(dashboardPath(sent));
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      takeRefusal(error);
    }
  }

  function takeRefusal(failure: ApiFailure): void {
    const blamed = Object.entries(failure.fields).flatMap(([path, sentence]) => {
      const field = submissionField(path);
      return field ? [{ field, sentence }] : [];
    });
    for (const { field, sentence } of blamed) form.setError(field, { type: 'server', message: sentence });
    setRefusal({
      sentence: blamed.length > 0 ? undefined : failure.message,
      taken: failure.product && { url: form.getValues('url'), product: failure.product },
      isGone: failure.code === 'gone',
    });
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (form.formState.isSubmitting) return;
    setRefusal(undefined);
    await form.handleSubmit(send)(event);
    setAttempts((before) => before + 1);
  }

  return {
    submit,
    isSending: form.formState.isSubmitting,
    refusal,
    /** Counts up when an attempt has ended, and with it what is wrong is known. */
    attempts,
  };
}

export type SendingSubmission = ReturnType<typeof useSendSubmission>;

/** The tab of the dashboard on which a product stands. */
function dashboardPath({ status }: Pick<SubmittedProduct, 'status'>): string {
  const tab = SUBMISSION_STATUSES.find((known) => known === status) ?? 'pending';
  return `/account/profile?status=${tab}`;
}

function tellOutcome(sent: SubmittedProduct, before: SubmittedProduct | undefined): string {
  if (sent.status !== 'pending') return `${sent.name} is changed.`;
  const place = sent.queuePlace === undefined ? '' : ` It is number ${sent.queuePlace} in the queue.`;
  if (!before) return `Thank you for this ${site.noun}.${place}`;
  if (before.status === 'pending') return `${sent.name} is changed.${place}`;
  return `${sent.name} waits for a moderator.${place}`;
}
