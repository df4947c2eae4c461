import type { ReactNode } from 'react';
import { BadgeCode } from '@/components/layout/badge-code';
import { ProductMark } from '@/components/layout/images';
import { Button, buttonClasses } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { describeModeratorChanges } from '@/lib/contract/plain/product-parts';
import { Answer } from './answer';
import type { SubmittedProduct } from '@/lib/contract/submission';
import { formatDate } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type SubmissionRowProps = {
  product: SubmittedProduct;
  /** False while the account is about to be deleted. */
  canEdit: boolean;
  onWithdraw: () => void;
};

export function SubmissionRow({ product, canEdit, onWithdraw }: SubmissionRowProps) {
  const { id, name, slug, tagline, languages, status } = product;
  const named = { name, hidden: (text: ReactNode) => <VisuallyHidden>{text}</VisuallyHidden> };
  return (
    <li className="submission-row">
      <ProductMark product={product} size="list" />
      <div className="min-w-0">
        <h3 dir="auto" lang={languages?.name} className="text-page-start text-lg font-bold">
          <a href={productPath(slug)} className="hover:underline">
            {name}
          </a>
        </h3>
        <p dir="auto" lang={languages?.tagline} className="text-page-start text-muted">
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
            <span>
              {status === 'rejected'
                ? rich('submission.editAndResubmitName', 'Edit and resubmit<hidden> {name}</hidden>', named)
                : rich('submission.edit', 'Edit<hidden> {name}</hidden>' /* verb, of a submission */, named)}
            </span>
          </a>
        )}
        <Button look="quiet" onClick={onWithdraw}>
          <Icon name="trash" className="size-4" />
          <span>
            {rich(
              'submission.withdraw',
              'Withdraw<hidden> {name}</hidden>' /* verb, of a submission */,
              named,
            )}
          </span>
        </Button>
      </div>
    </li>
  );
}

function Outcome({ product }: { product: SubmittedProduct }) {
  const { status, createdAt, approvedAt, upvoteCount, queuePlace, rejectionReason, publishedVersion } =
    product;
  // What is public while an edit is not has the old name if the edit changes the name.
  const publicName = publishedVersion?.name === product.name ? undefined : publishedVersion?.name;
  switch (status) {
    case 'approved':
      return (
        <Facts>
          <span className="inline-flex items-center gap-1 font-semibold text-ink">
            <Icon name="caret-up" className="size-3.5" />
            <span>
              {t('product.upvoteCount', '{count, plural, one {# upvote} other {# upvotes}}', {
                count: upvoteCount,
              })}
            </span>
          </span>
          {approvedAt && (
            <span>
              {rich(
                'submission.listedOn',
                'Listed on <time>{day}</time>' /* of a submission */,
                dayOf(approvedAt),
              )}
            </span>
          )}
        </Facts>
      );
    case 'discontinued':
      return (
        <p className="mt-1 text-sm text-muted">
          {t('submission.discontinued', 'Discontinued. Its page stays, and lists and search leave it out.')}
        </p>
      );
    case 'pending':
      return (
        <>
          <Facts>
            {queuePlace && (
              <span className="inline-flex items-center gap-1.5 font-semibold text-ink">
                <Icon name="clock" className="size-4 text-accent" />
                <span>
                  {t(
                    'submission.queuePlace',
                    '{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} in the queue',
                    { place: queuePlace },
                  )}
                </span>
              </span>
            )}
            <span>{rich('submission.submittedOn', 'Submitted on <time>{day}</time>', dayOf(createdAt))}</span>
          </Facts>
          {publishedVersion && (
            <p className="mt-1 text-sm text-muted">
              {publicName === undefined
                ? t(
                    'submission.editWaiting',
                    'Your edit is waiting for a moderator. The approved version stays public until then.',
                  )
                : rich(
                    'submission.namedEditWaiting',
                    'Your edit is waiting for a moderator. <bdi>{name}</bdi> stays public until then.',
                    { name: publicName, bdi },
                  )}
            </p>
          )}
        </>
      );
    default:
      return (
        <>
          <Facts>
            <span>{rich('submission.submittedOn', 'Submitted on <time>{day}</time>', dayOf(createdAt))}</span>
          </Facts>
          <div className="mt-3 max-w-prose rounded-control border-s-2 border-danger bg-raised px-3 py-2">
            <p className="text-sm font-semibold text-danger">
              {publishedVersion
                ? t('submission.whyEditRejected', 'Why your edit was rejected')
                : t('submission.whyRejected', 'Why it was rejected')}
            </p>
            <p dir="auto" className="text-page-start whitespace-pre-line">
              {rejectionReason ?? t('submission.noReason', 'The moderator gave no reason.')}
            </p>
          </div>
          <Answer decision={{ productId: product.id }} about={product.name} appeal={product.answer ?? null} />
          {publishedVersion && (
            <p className="mt-2 text-sm text-muted">
              {publicName === undefined
                ? t('submission.approvedStays', 'The approved version stays public.')
                : rich('submission.nameStays', '<bdi>{name}</bdi> stays public.', { name: publicName, bdi })}
            </p>
          )}
        </>
      );
  }
}

const bdi = (text: ReactNode) => <bdi>{text}</bdi>;

const Facts = ({ children }: { children: ReactNode }) => (
  <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">{children}</p>
);

const dayOf = (instant: string) => ({
  day: formatDate(instant),
  time: (text: ReactNode) => <time dateTime={instant}>{text}</time>,
});
