import { useEffect, useId, useRef, useState } from 'react';
import { LoadMore } from '@/components/layout/load-more';
import { Button, buttonClasses } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { EmptyState, type EmptyStateProps, FailedState } from '@/components/ui/empty-state';
import { Skeleton } from '@/components/ui/skeleton';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useAttempt } from '@/hooks/use-attempt';
import { useSubmissions } from '@/hooks/use-submissions';
import { showToast } from '@/lib/browser/toasts';
import { SUBMISSION_STATUSES, type SubmissionStatus, type SubmittedProduct } from '@/lib/contract/submission';
import { countOf, formatCount } from '@/lib/format/figures';
import { site } from '@/lib/site';
import { SubmissionRow } from './submission-row';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type SubmissionListProps = {
  status: SubmissionStatus;
  /** False while the account is about to be deleted. */
  canEdit: boolean;
};

export function SubmissionList({ status, canEdit }: SubmissionListProps) {
  const list = useSubmissions(status);
  const { products, counts, error, refresh, withdraw } = list;
  const [withdrawing, setWithdrawing] = useState<SubmittedProduct>();
  const [withdrawnCount, setWithdrawnCount] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);

  // The row and the button that opened the dialog are gone, so the focus needs a new place.
  useEffect(() => {
    if (withdrawnCount > 0) heading.current?.focus();
  }, [withdrawnCount]);

  function finishWithdrawal() {
    setWithdrawing(undefined);
    setWithdrawnCount((before) => before + 1);
  }

  return (
    <>
      <StatusTabs status={status} counts={counts} />
      <section aria-labelledby="submissions" aria-busy={!products && !error}>
        <h2 id="submissions" ref={heading} tabIndex={-1} className="sr-only">
          {`${STATUS_LABELS[status]} ${site.nounPlural}`}
        </h2>
        {!products && !error && <Loading />}
        {!products && error && (
          <FailedState
            title={t('submissionList.weCouldntLoad', "We couldn't load your {nouns}")}
            onRetry={() => void refresh()}
          >
            {error.message}
          </FailedState>
        )}
        {products?.length === 0 && <SubmissionsEmpty status={status} pendingCount={counts?.pending ?? 0} />}
        {products && products.length > 0 && (
          <ul>
            {products.map((product) => (
              <SubmissionRow
                key={product.id}
                product={product}
                canEdit={canEdit}
                onWithdraw={() => setWithdrawing(product)}
              />
            ))}
          </ul>
        )}
        {products && <LoadMore pager={list} shownCount={products.length} />}
      </section>
      {withdrawing && (
        <WithdrawDialog
          product={withdrawing}
          onWithdraw={withdraw}
          onDone={finishWithdrawal}
          onClose={() => setWithdrawing(undefined)}
        />
      )}
    </>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-4 pt-2">
      <VisuallyHidden live>{t('submissionList.loading', 'Loading…')}</VisuallyHidden>
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </div>
  );
}

export const STATUS_LABELS = {
  get approved() {
    return t('submissionList.approved', 'Approved');
  },
  get pending() {
    return t('submissionList.pending', 'Pending');
  },
  get rejected() {
    return t('submissionList.rejected', 'Rejected');
  },
  get discontinued() {
    return t('submissionList.discontinued', 'Discontinued');
  },
} as const satisfies Record<SubmissionStatus, string>;

const dashboardPath = (status: SubmissionStatus) => `/account/profile?status=${status}`;

type StatusTabsProps = {
  status: SubmissionStatus;
  /** Undefined while unknown. */
  counts: Record<SubmissionStatus, number> | undefined;
};

function StatusTabs({ status, counts }: StatusTabsProps) {
  // Few members have one.
  const isShown = (tab: SubmissionStatus) =>
    tab !== 'discontinued' || tab === status || Boolean(counts?.[tab]);
  return (
    <nav aria-label={t('submissionList.status', 'Status')} className="chips">
      {SUBMISSION_STATUSES.filter(isShown).map((tab) => (
        <a
          key={tab}
          href={dashboardPath(tab)}
          data-scroll="keep"
          // Three fit side by side on the smallest screens.
          className="max-[24rem]:px-2.5"
          aria-current={tab === status ? 'page' : undefined}
        >
          <span>{STATUS_LABELS[tab]}</span>
          {counts && <span>{` ${formatCount(counts[tab])}`}</span>}
        </a>
      ))}
    </nav>
  );
}

type SubmissionsEmptyProps = { status: SubmissionStatus; pendingCount: number };

/** An empty tab of the dashboard: what will appear here, and the next step. */
function SubmissionsEmpty({ status, pendingCount }: SubmissionsEmptyProps) {
  const { icon, title, text } = MESSAGES[status];
  const isAwaited = status === 'approved' && pendingCount > 0;
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={
        isAwaited ? (
          <a href={dashboardPath('pending')} data-scroll="keep" className={buttonClasses()}>
            {`See ${countOf(pendingCount, site.noun, site.nounPlural)} in the queue`}
          </a>
        ) : (
          <a href="/account/submit" className={buttonClasses({ look: 'primary' })}>
            {t('submissionList.submitANoun', 'Submit {aNoun}')}
          </a>
        )
      }
    >
      {text}
    </EmptyState>
  );
}

const MESSAGES: Record<SubmissionStatus, { icon: EmptyStateProps['icon']; title: string; text: string }> = {
  approved: {
    icon: 'sprout',
    get title() {
      return t('submissionList.noneOfYourNouns', 'None of your {nouns} are listed yet');
    },
    get text() {
      return t('submissionList.approvedNounsAppearHere', 'Approved {nouns} appear here with their upvotes.');
    },
  },
  pending: {
    icon: 'clock',
    get title() {
      return t('submissionList.nothingInTheQueue', 'Nothing in the queue');
    },
    get text() {
      return t(
        'submissionList.newSubmissionsAppearHere',
        'New submissions appear here with their place in the queue until a moderator has reviewed them, usually within a day.',
      );
    },
  },
  rejected: {
    icon: 'check',
    get title() {
      return t('submissionList.nothingRejected', 'Nothing rejected');
    },
    get text() {
      return t(
        'submissionList.ifAModeratorRejects',
        "If a moderator rejects a submission, you'll find the reason here and can resubmit it.",
      );
    },
  },
  discontinued: {
    icon: 'sprout',
    get title() {
      return t('submissionList.nothingDiscontinued', 'Nothing discontinued');
    },
    get text() {
      return t(
        'submissionList.whenOne',
        "When one of your {nouns} comes to its end, its page stays, and you'll find it here.",
      );
    },
  },
};

type WithdrawDialogProps = {
  product: SubmittedProduct;
  /** Resolves to a sentence that says what happened to the product. */
  onWithdraw: (product: SubmittedProduct) => Promise<string>;
  onDone: () => void;
  onClose: () => void;
};

function WithdrawDialog({ product, onWithdraw, onDone, onClose }: WithdrawDialogProps) {
  const titleId = useId();
  const { isUnderWay, failure, attempt } = useAttempt();

  async function withdraw() {
    if (isUnderWay) return;
    const isDone = await attempt(async () => {
      void showToast('success', await onWithdraw(product));
    });
    if (isDone) onDone();
  }

  return (
    <Dialog isOpen onClose={() => !isUnderWay && onClose()} labelledBy={titleId}>
      <div className="flex flex-col gap-4 p-6">
        <h2 id={titleId} className="text-xl font-bold">
          {rich('submissionList.withdrawName', 'Withdraw <bdi>{name}</bdi>?', {
            bdi: (text) => <bdi>{text}</bdi>,
            name: product.name,
          })}
        </h2>
        <p className="text-muted">{consequence(product)}</p>
        <p role="alert" className={failure ? 'text-danger' : 'hidden'}>
          {failure?.message}
        </p>
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <Button data-autofocus onClick={onClose} aria-disabled={isUnderWay}>
            {t('submissionList.keep', 'Keep it')}
          </Button>
          <Button look="danger" aria-disabled={isUnderWay} onClick={withdraw}>
            {isUnderWay && <Spinner />}
            <span>{t('submissionList.withdraw', 'Withdraw')}</span>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function consequence({ approvedAt }: SubmittedProduct): string {
  if (approvedAt === null) {
    return t(
      'submissionList.thisNounWasNever',
      "This {noun} was never listed, so it's deleted for good. Anyone can submit its link again.",
    );
  }
  return t(
    'submissionList.ifOthersHaveUpvoted',
    'If others have upvoted or bookmarked it, it stays, listed as submitted by a former member. Otherwise it disappears from lists and search right away. Its page then says that the {noun} is gone, and anyone can submit its link again after 24 hours.',
  );
}
