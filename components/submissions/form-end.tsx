import type { Dispatch } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import type { RuleCheck } from '@/lib/contract/rule';
import type { SubmittedProduct } from '@/lib/contract/submission';
import { joinSentences } from '@/lib/texts/sentences';
import type { SubmissionEvent } from '@/lib/submissions/reduce-submission';
import { isUntouched, type SubmissionErrors, type SubmissionState } from '@/lib/submissions/submission-state';
import { DeclaredField } from './declared-fields';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

/** What the site's rules say of a submission before it is sent: what they refuse, what could not be measured, and the rest. */
export function RuleChecks({ checks }: { checks: readonly RuleCheck[] }) {
  if (checks.length === 0) return null;
  const failed = checks.filter(({ outcome }) => outcome === 'failed');
  const others = checks.filter(({ outcome }) => outcome !== 'failed');
  return (
    <section aria-labelledby="rule-checks" className="rounded-card border border-line p-5">
      <h2 id="rule-checks" className="font-semibold">
        {t('ruleChecks.title', 'Rules of {siteName}')}
      </h2>
      <div role="status">
        {failed.length > 0 ? (
          <>
            <p className="mt-1 text-danger">{t('ruleChecks.failed', 'This can’t be submitted yet:')}</p>
            <ul className="mt-2 flex flex-col gap-2">
              {failed.map(({ rule, sentence }) => (
                <li key={rule} className="flex items-start gap-2">
                  <Icon name="alert" className="mt-0.5 size-5 text-danger" />
                  <span className="min-w-0 wrap-anywhere">{sentence}</span>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p className="mt-1">{t('ruleChecks.passed', 'Nothing speaks against submitting this.')}</p>
        )}
      </div>
      {others.length > 0 && (
        <ul className="mt-3 flex flex-col gap-1 text-sm text-muted">
          {others.map(({ rule, sentence }) => (
            <li key={rule} className="wrap-anywhere">
              {sentence}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-sm">
        <a href="/rules" className="underline underline-offset-4">
          {t('ruleChecks.all', 'All rules' /* of the site */)}
        </a>
      </p>
    </section>
  );
}

type MakerFieldProps = {
  checks: readonly RuleCheck[];
  value: boolean | null;
  errors: SubmissionErrors;
  onChange: (isMaker: boolean | null) => void;
};

/** Asks whether the member has made the product, on a site that asks for it. */
export function MakerField({ checks, value, errors, onChange }: MakerFieldProps) {
  if (!checks.some(({ rule }) => rule === 'declaration')) return null;
  return (
    <DeclaredField
      field={{
        key: 'is-maker',
        label: t('maker.question', 'Did you make this {noun}?'),
        isRequired: true,
        control: {
          kind: 'one-of',
          choices: [
            { value: 'yes', label: t('maker.yes', 'Yes, I made it') },
            { value: 'no', label: t('maker.no', 'No' /* has not made the product */) },
          ],
        },
      }}
      value={value === null ? '' : value ? 'yes' : 'no'}
      error={errors.isMaker}
      onChange={(answer) => onChange(answer === '' ? null : answer === 'yes')}
    />
  );
}

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
              {product
                ? t('submissionForm.discardChanges', 'Discard changes' /* of a submission */)
                : t('submissionForm.startOver', 'Start over')}
            </Button>
          )}
        </div>
        {!product && (
          <p className="mt-4 max-w-prose text-sm text-muted">
            {t(
              'submissionForm.review',
              "A moderator reviews every {noun} before it's listed, usually within a day. Your dashboard shows its place in the queue.",
            )}
          </p>
        )}
      </div>
    </>
  );
}

function RefusalMessage({ state }: { state: SubmissionState }) {
  const refusal = state.step === 'form' ? state.refusal : undefined;
  const message = refusal?.isGone
    ? t('submissionForm.wasRemoved', 'This {noun} was removed while you were editing it.')
    : refusal?.message;
  if (!message) return null;
  const said = joinSentences([
    message,
    !isUntouched(state) && t('submissionForm.kept', "We've kept what you wrote."),
  ]);
  return (
    <p className="mb-5 flex items-start gap-2 rounded-card border border-danger px-4 py-3 text-danger">
      <Icon name="alert" className="mt-0.5 size-5" />
      <span>
        <span>
          {refusal?.isGone
            ? rich('submissionForm.gone', '{said} <dashboard>Go to your dashboard</dashboard>', {
                said,
                dashboard: (inner) => (
                  <a href="/account/profile" className="underline">
                    {inner}
                  </a>
                ),
              })
            : said}
        </span>
      </span>
    </p>
  );
}

function labelOf(product: SubmittedProduct | undefined): string {
  if (!product) return t('submissionForm.submit', 'Submit this {noun}');
  return product.status === 'rejected'
    ? t('submissionForm.submitAgain', 'Submit again' /* a rejected submission */)
    : t('form.saveChanges', 'Save changes');
}

/** What saving will do, so that the member knows before. */
function describeOutcome(
  { status, queuePlace }: SubmittedProduct,
  { values, initial }: SubmissionState,
): string {
  if (status === 'rejected')
    return t('submissionForm.effectRejected', 'It will be submitted again and wait for a moderator.');
  if (status === 'pending')
    return queuePlace === undefined
      ? t(
          'submissionForm.effectPending',
          "It's waiting for a moderator. Editing it won't lose its place in the queue.",
        )
      : t(
          'submissionForm.effectInQueue',
          "It's waiting for a moderator, number {place} in the queue. Editing it won't lose its place in the queue.",
          { place: queuePlace },
        );
  const needsReview =
    values.url.trim() !== initial.url ||
    values.name.trim() !== initial.name ||
    values.iconURL !== initial.iconURL ||
    values.screenshotURL !== initial.screenshotURL;
  return needsReview
    ? t(
        'submissionForm.effectReviewed',
        'This {noun} stays listed as it is. Your new name, link or image shows once a moderator approves it.',
      )
    : t(
        'submissionForm.effectListed',
        'A new name, link or image shows once a moderator approves it. All other changes show right away.',
      );
}
