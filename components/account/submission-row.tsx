import type { ReactNode } from 'react';
import { BadgeCode } from '@/components/layout/badge-code';
import { ProductMark } from '@/components/layout/images';
import { Button, buttonClasses } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { describeModeratorChanges } from '@/lib/contract/plain/product-parts';
import { Answer } from './answer';
import type { SubmittedProduct } from '@/lib/contract/submission';
import { countOf, formatDate, formatOrdinal } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';

type SubmissionRowProps = {
  product: SubmittedProduct;
  /** False while the account is about to be deleted. */
  canEdit: boolean;
  onWithdraw: () => void;
};

export function SubmissionRow({ product, canEdit, onWithdraw }: SubmissionRowProps) {
  const { id, name, slug, tagline, status } = product;
  return (
    <li className="submission-row">
      <ProductMark product={product} size="list" />
      <div className="min-w-0">
        <h3 dir="auto" className="text-page-start text-lg font-bold">
          <a href={productPath(slug)} className="hover:underline">
            {name}
          </a>
        </h3>
        <p dir="auto" className="text-page-start text-muted">
          {tagline}
        </p>
        <Outcome product={product} />
        {product.moderatorChanges && (
          <p className="mt-1 text-sm text-muted">{describeModeratorChanges(product.moderatorChanges)}</p>
        )}
        {status === 'approved' && <BadgeCode name={name} slug={slug} />}
      </div>
      <div className="submission-row-actions">
        {canEdit && status !== 'discontinued' && (
          <a
            href={`/account/submit?id=${id}`}
            className={buttonClasses({ look: status === 'rejected' ? 'primary' : 'secondary' })}
          >
            <Icon name="pencil" className="size-4" />
            <span>{status === 'rejected' ? 'Edit and resubmit' : 'Edit'}</span>
            <VisuallyHidden>{` ${name}`}</VisuallyHidden>
          </a>
        )}
        <Button look="quiet" onClick={onWithdraw}>
          <Icon name="trash" className="size-4" />
          Withdraw
          <VisuallyHidden>{` ${name}`}</VisuallyHidden>
        </Button>
      </div>
    </li>
  );
}

function Outcome({ product }: { product: SubmittedProduct }) {
  const { status, createdAt, approvedAt, upvoteCount, queuePlace, rejectionReason, publishedVersion } =
    product;
  switch (status) {
    case 'approved':
      return (
        <Facts>
          <span className="inline-flex items-center gap-1 font-semibold text-ink">
            <Icon name="caret-up" className="size-3.5" />
            <span>{countOf(upvoteCount, 'upvote', 'upvotes')}</span>
          </span>
          <span>
            <span>Listed on </span>
            {approvedAt && <Day instant={approvedAt} />}
          </span>
        </Facts>
      );
    case 'discontinued':
      return (
        <p className="mt-1 text-sm text-muted">
          Discontinued. Its page stays, and lists and search leave it out.
        </p>
      );
    case 'pending':
      return (
        <>
          <Facts>
            {queuePlace && (
              <span className="inline-flex items-center gap-1.5 font-semibold text-ink">
                <Icon name="clock" className="size-4 text-accent" />
                <span>{`${formatOrdinal(queuePlace)} in the queue`}</span>
              </span>
            )}
            <span>
              Submitted on <Day instant={createdAt} />
            </span>
          </Facts>
          {publishedVersion && (
            <p className="mt-1 text-sm text-muted">
              <span>Your edit is waiting for a moderator. </span>
              <PublicName product={product} />
              <span> stays public until then.</span>
            </p>
          )}
        </>
      );
    default:
      return (
        <>
          <Facts>
            <span>
              Submitted on <Day instant={createdAt} />
            </span>
          </Facts>
          <div className="mt-3 max-w-prose rounded-control border-s-2 border-danger bg-raised px-3 py-2">
            <p className="text-sm font-semibold text-danger">
              {publishedVersion ? 'Why your edit was rejected' : 'Why it was rejected'}
            </p>
            <p dir="auto" className="text-page-start whitespace-pre-line">
              {rejectionReason ?? 'The moderator gave no reason.'}
            </p>
          </div>
          <Answer decision={{ productId: product.id }} about={product.name} appeal={product.answer ?? null} />
          {publishedVersion && (
            <p className="mt-2 text-sm text-muted">
              <PublicName product={product} />
              <span> stays public.</span>
            </p>
          )}
        </>
      );
  }
}

/** What is public while an edit is not: the old name, if the edit changes the name. */
const PublicName = ({ product: { name, publishedVersion } }: { product: SubmittedProduct }) =>
  publishedVersion && publishedVersion.name !== name ? (
    <bdi>{publishedVersion.name}</bdi>
  ) : (
    <span>The approved version</span>
  );

const Facts = ({ children }: { children: ReactNode }) => (
  <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">{children}</p>
);

const Day = ({ instant }: { instant: string }) => <time dateTime={instant}>{formatDate(instant)}</time>;
