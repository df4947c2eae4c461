import { useEffect, useRef, useState } from 'react';
import { FailedState } from '@/components/ui/failed-state';
import { LoadMore } from '@/components/layout/load-more';
import { Skeleton } from '@/components/ui/skeleton';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useSubmissions } from '@/hooks/use-submissions';
import type { SubmittedProduct, SubmissionStatus } from '@/lib/contract/submission';
import { site } from '@/lib/site';
import { SubmissionsEmpty } from './submissions-empty';
import { SubmissionRow } from './submission-row';
import { STATUS_LABELS, StatusTabs } from './status-tabs';
import { WithdrawDialog } from './withdraw-dialog';

type SubmissionListProps = {
  status: SubmissionStatus;
  /** False while the account is about to be deleted. */
  canEdit: boolean;
};

/** The viewer's submissions of one status, with their outcome and actions. */
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
          <FailedState title={`We couldn't load your ${site.nounPlural}`} onRetry={() => void refresh()}>
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
      <VisuallyHidden live>Loading…</VisuallyHidden>
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </div>
  );
}
