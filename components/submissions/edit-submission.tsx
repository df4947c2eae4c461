import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { FailedState } from '@/components/ui/failed-state';
import { Skeleton } from '@/components/ui/skeleton';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useSubmission } from '@/hooks/submissions/use-submission-queries';
import { site } from '@/lib/site';
import { SubmissionEditor } from './submission-editor';

const dashboard = (
  <a href="/account/profile" className={buttonClasses()}>
    Go to your dashboard
  </a>
);

/** Loads one of the member's own products and opens it in the editor. */
export function EditSubmission({ userId, id }: { userId: string; id: string }) {
  const { product, error, tryAgain } = useSubmission(id);

  if (product?.status === 'removed') {
    return (
      <EmptyState icon="trash" title={`${product.name} was removed`} action={dashboard}>
        {`This ${site.noun} can't be edited any more.`}
      </EmptyState>
    );
  }
  if (product?.status === 'discontinued') {
    return (
      <EmptyState title={`${product.name} is discontinued`} action={dashboard}>
        To edit this {site.noun}, ask a moderator to list it again first.
      </EmptyState>
    );
  }
  if (product) {
    return (
      <>
        {product.status === 'rejected' && (
          <div className="mb-6 max-w-prose rounded-card border border-danger px-4 py-3">
            <p className="font-semibold">{`${product.name} was rejected.`}</p>
            {product.rejectionReason && (
              <p dir="auto" className="mt-1 whitespace-pre-line">
                {product.rejectionReason}
              </p>
            )}
            <p className="mt-1 text-muted">Fix it and submit it again.</p>
          </div>
        )}
        <SubmissionEditor key={product.id} userId={userId} product={product} />
      </>
    );
  }
  if (error && ['not_found', 'bad_request'].includes(error.code)) {
    return (
      <EmptyState title={`We couldn't find this ${site.noun}`} action={dashboard}>
        It may have been withdrawn, or submitted by someone else.
      </EmptyState>
    );
  }
  if (error) {
    return (
      <FailedState title={`We couldn't load this ${site.noun}`} onRetry={() => void tryAgain()}>
        {error.message}
      </FailedState>
    );
  }
  return (
    <div className="flex max-w-prose flex-col gap-7">
      <VisuallyHidden live>Loading …</VisuallyHidden>
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-40" />
    </div>
  );
}
