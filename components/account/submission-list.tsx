import { useEffect, useRef, useState } from 'react';
import { LoadMore } from '@/components/layout/load-more';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState, type EmptyStateProps, FailedState } from '@/components/ui/empty-state';
import { Skeleton } from '@/components/ui/skeleton';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useSubmissions } from '@/hooks/use-submissions';
import { SUBMISSION_STATUSES, type SubmissionStatus, type SubmittedProduct } from '@/lib/contract/submission';
import { formatCount } from '@/lib/format/figures';
import { SubmissionRow } from './submission-row';
import { WithdrawDialog } from './withdraw-dialog';
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
          {STATUSES[status].heading}
        </h2>
        {!products && !error && <Loading />}
        {!products && error && (
          <FailedState
            title={t('submissions.notLoaded', "We couldn't load your {nouns}")}
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
      <VisuallyHidden live>{t('submissions.loading', 'Loading…')}</VisuallyHidden>
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </div>
  );
}

export const STATUS_LABELS = {
  get approved() {
    return t('submissions.approved', 'Approved' /* the submissions that moderators have approved */);
  },
  get pending() {
    return t('submissions.pending', 'Pending' /* the submissions that wait for moderators */);
  },
  get rejected() {
    return t('submissions.rejected', 'Rejected' /* the submissions that moderators have rejected */);
  },
  get discontinued() {
    return t('submissions.discontinued', 'Discontinued' /* the submissions that are discontinued */);
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
    <nav
      aria-label={t('submissions.status', 'Status' /* name of the links to submissions by status */)}
      className="chips"
    >
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
  const { icon, title, text } = STATUSES[status];
  const isAwaited = status === 'approved' && pendingCount > 0;
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={
        isAwaited ? (
          <a href={dashboardPath('pending')} data-scroll="keep" className={buttonClasses()}>
            {t(
              'submissions.seePending',
              'See {count, plural, one {# {noun}} other {# {nouns}}} in the queue',
              { count: pendingCount },
            )}
          </a>
        ) : (
          <a href="/account/submit" className={buttonClasses({ look: 'primary' })}>
            {t('submit.title', 'Submit {aNoun}')}
          </a>
        )
      }
    >
      {text}
    </EmptyState>
  );
}

type Status = {
  /** Of the list. */
  heading: string;
  /** Of an empty list. */
  icon: EmptyStateProps['icon'];
  title: string;
  text: string;
};

const STATUSES: Record<SubmissionStatus, Status> = {
  approved: {
    get heading() {
      return t('submissions.approvedHeading', 'Approved {nouns}');
    },
    icon: 'sprout',
    get title() {
      return t('submissions.noneApproved', 'None of your {nouns} are listed yet');
    },
    get text() {
      return t('submissions.aboutApproved', 'Approved {nouns} appear here with their upvotes.');
    },
  },
  pending: {
    get heading() {
      return t('submissions.pendingHeading', 'Pending {nouns}');
    },
    icon: 'clock',
    get title() {
      return t('submissions.nonePending', 'Nothing in the queue');
    },
    get text() {
      return t(
        'submissions.aboutPending',
        'New submissions appear here with their place in the queue until a moderator has reviewed them, usually within a day.',
      );
    },
  },
  rejected: {
    get heading() {
      return t('submissions.rejectedHeading', 'Rejected {nouns}');
    },
    icon: 'check',
    get title() {
      return t('submissions.noneRejected', 'Nothing rejected' /* no submission was rejected */);
    },
    get text() {
      return t(
        'submissions.aboutRejected',
        "If a moderator rejects a submission, you'll find the reason here and can resubmit it.",
      );
    },
  },
  discontinued: {
    get heading() {
      return t('submissions.discontinuedHeading', 'Discontinued {nouns}');
    },
    icon: 'sprout',
    get title() {
      return t('submissions.noneDiscontinued', 'Nothing discontinued' /* no submission is discontinued */);
    },
    get text() {
      return t(
        'submissions.aboutDiscontinued',
        "When one of your {nouns} comes to its end, its page stays, and you'll find it here.",
      );
    },
  },
};
