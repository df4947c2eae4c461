import { type Dispatch, useEffect, useRef } from 'react';
import { SuspensionNotice } from '@/components/layout/suspension-notice';
import { Button, buttonClasses } from '@/components/ui/button';
import { EmptyState, FailedState } from '@/components/ui/empty-state';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useSubmissionEditor } from '@/hooks/submissions/use-submission-editor';
import { useDuplicates, useSubmission } from '@/hooks/submissions/use-submission-queries';
import type { SubmittedProduct } from '@/lib/contract/submission';
import { formatTimeAgo } from '@/lib/format/figures';
import type { SubmissionEvent } from '@/lib/submissions/reduce-submission';
import { isUntouched, type KnownValues, type SubmissionState } from '@/lib/submissions/submission-state';
import { SubmissionForm } from './submission-form';
import { URLStep } from './url-fields';
import { t } from '@/lib/texts/texts';

type SubmissionEditorProps = {
  userId: string;
  /** The product to edit; a new one otherwise. */
  product?: SubmittedProduct;
  known?: KnownValues;
};

/** Submits a new product, from the URL alone to the whole form, or edits one in the form. */
export function SubmissionEditor({ userId, product, known }: SubmissionEditorProps) {
  const { state, dispatch, send } = useSubmissionEditor(userId, product, known);
  const { preview, values, focus } = state;
  const { duplicateOf, takenMessage, similar } = useDuplicates(values, product?.id);
  const editor = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (focus && editor.current) findTarget(editor.current, focus.on)?.focus();
  }, [focus]);

  return (
    <div ref={editor}>
      <SuspensionNotice />
      <DraftNotice state={state} dispatch={dispatch} />
      <VisuallyHidden live>{preview.status === 'done' && preview.note}</VisuallyHidden>
      {state.step === 'url' ? (
        <URLStep state={state} dispatch={dispatch} duplicateOf={duplicateOf} takenMessage={takenMessage} />
      ) : (
        <SubmissionForm
          state={state}
          dispatch={dispatch}
          send={send}
          duplicateOf={duplicateOf}
          takenMessage={takenMessage}
          similar={similar}
          product={product}
        />
      )}
    </div>
  );
}

type FocusTarget = NonNullable<SubmissionState['focus']>['on'];

/** Fields are found in the page: some consist of more than one element. */
function findTarget(editor: HTMLElement, on: FocusTarget): HTMLElement | null | undefined {
  switch (on) {
    case 'first-empty':
      return [...editor.querySelectorAll<HTMLInputElement>('input:not([type="file"])')].find(
        ({ value }) => value === '',
      );
    case 'first-error':
      return editor.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]');
    default:
      return editor.querySelector<HTMLElement>(`[data-focus="${on}"]`);
  }
}

type DraftNoticeProps = { state: SubmissionState; dispatch: Dispatch<SubmissionEvent> };

/** Says that a draft was restored or discarded, and offers to undo it. */
function DraftNotice({ state, dispatch }: DraftNoticeProps) {
  const { draft } = state;
  const isShown = draft.status === 'restored' ? !isUntouched(state) : isUntouched(state);
  return (
    <div data-focus="draft-notice" tabIndex={-1} role="status" className="outline-none">
      {draft.status !== 'none' && isShown && (
        <div className="mb-6 flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-tint px-4 py-2">
          <p className="flex items-center gap-2">
            <Icon name={draft.status === 'restored' ? 'clock' : 'check'} className="size-5 text-accent" />
            <span>
              {draft.status === 'restored'
                ? t('draft.restored', 'Draft restored, saved {timeAgo}.', {
                    timeAgo: formatTimeAgo(draft.savedAt),
                  })
                : t('draft.discarded', 'Draft discarded.' /* of a form */)}
            </span>
          </p>
          {draft.status === 'restored' ? (
            <Button onClick={() => dispatch({ type: 'started-over' })}>
              {t('submissionForm.startOver', 'Start over' /* with an empty form */)}
            </Button>
          ) : (
            <Button onClick={() => dispatch({ type: 'brought-back' })}>
              {t('draft.bringBack', 'Bring it back' /* a discarded draft */)}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

const Dashboard = () => (
  <a href="/account/profile" className={buttonClasses()}>
    {t('account.goToDashboard', 'Go to your dashboard')}
  </a>
);

/** Loads one of the member's own products and opens it in the editor. */
export function EditSubmission({ userId, id }: { userId: string; id: string }) {
  const { product, error, tryAgain } = useSubmission(id);

  if (product?.status === 'removed') {
    return (
      <EmptyState
        icon="trash"
        title={t('submissionEditor.removed', '{name} was removed', { name: product.name })}
        action={<Dashboard />}
      >
        {t('submissionEditor.cannotEdit', "This {noun} can't be edited any more.")}
      </EmptyState>
    );
  }
  if (product?.status === 'discontinued') {
    return (
      <EmptyState
        title={t('submissionEditor.discontinued', '{name} is discontinued', { name: product.name })}
        action={<Dashboard />}
      >
        {t('submissionEditor.askToList', 'To edit this {noun}, ask a moderator to list it again first.')}
      </EmptyState>
    );
  }
  if (product) {
    return (
      <>
        {product.status === 'rejected' && (
          <div className="mb-6 max-w-prose rounded-card border border-danger px-4 py-3">
            <p className="font-semibold">
              {t('submissionEditor.rejected', '{name} was rejected.', { name: product.name })}
            </p>
            {product.rejectionReason && (
              <p dir="auto" className="mt-1 text-page-start whitespace-pre-line">
                {product.rejectionReason}
              </p>
            )}
            <p className="mt-1 text-muted">{t('submissionEditor.fixIt', 'Fix it and submit it again.')}</p>
          </div>
        )}
        <SubmissionEditor key={product.id} userId={userId} product={product} />
      </>
    );
  }
  if (error && ['not_found', 'bad_request'].includes(error.code)) {
    return (
      <EmptyState
        title={t('submissionEditor.notFound', "We couldn't find this {noun}")}
        action={<Dashboard />}
      >
        {t('submissionEditor.aboutNotFound', 'It may have been withdrawn, or submitted by someone else.')}
      </EmptyState>
    );
  }
  if (error) {
    return (
      <FailedState
        title={t('submissionEditor.notLoaded', "We couldn't load this {noun}")}
        onRetry={() => void tryAgain()}
      >
        {error.message}
      </FailedState>
    );
  }
  return (
    <div className="flex max-w-prose flex-col gap-7">
      <VisuallyHidden live>{t('page.loading', 'Loading …')}</VisuallyHidden>
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-40" />
    </div>
  );
}
