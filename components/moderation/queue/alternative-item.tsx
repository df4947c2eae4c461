import { type Ref, useRef } from 'react';
import { ProductMark } from '@/components/layout/images';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { hidden } from '@/components/ui/visually-hidden';
import type { Proposal } from '@/lib/contract/alternative';
import type { ListedProduct } from '@/lib/contract/product';
import { formatWait } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';
import { RejectForm } from './reject-form';

type AlternativeItemProps = {
  proposal: Proposal;
  /** The rejection reason as far as it is written; undefined while the form is closed. */
  reason: string | undefined;
  onReasonChange: (reason: string | undefined) => void;
  onApprove: () => void;
  onReject: (reason: string) => Promise<boolean>;
  /** Gets the focus when the previous pair is decided. */
  headingRef: Ref<HTMLHeadingElement>;
};

/** Reasons that fit most rejections. Each can be edited before it is sent. */
const COMMON_REASONS = [
  {
    get label() {
      return t(
        'alternativeQueue.differentPurpose',
        'Different purpose' /* why two products are no alternatives */,
      );
    },
    get text() {
      return t(
        'alternativeQueue.differentPurposeReason',
        'They do different things: nobody would use one in place of the other.',
      );
    },
  },
  {
    get label() {
      return t('alternativeQueue.sameMaker', 'Same maker' /* why two products are no alternatives */);
    },
    get text() {
      return t(
        'alternativeQueue.sameMakerReason',
        'They are parts of one {noun}, not alternatives to each other.',
      );
    },
  },
  {
    get label() {
      return t('alternativeQueue.promotion', 'Promotion' /* why a proposal is rejected */);
    },
    get text() {
      return t('alternativeQueue.promotionReason', 'The proposal reads like an ad.');
    },
  },
];

/** Two products side by side, and the decision whether they are alternatives to each other. */
export function AlternativeItem(props: AlternativeItemProps) {
  const { proposal, reason, onReasonChange, onApprove, onReject, headingRef } = props;
  const { id, product, alternative, createdAt } = proposal;
  const rejectButton = useRef<HTMLButtonElement>(null);
  const names = { name: product.name, alternative: alternative.name };

  function cancel() {
    onReasonChange(undefined);
    // React mounts the button again after this handler.
    requestAnimationFrame(() => rejectButton.current?.focus());
  }

  return (
    <li>
      <article
        aria-labelledby={`pair-${id}`}
        className="rounded-card border border-line bg-surface p-4 md:p-6"
      >
        <h3 id={`pair-${id}`} ref={headingRef} tabIndex={-1} className="font-bold wrap-anywhere">
          {rich('alternativeQueue.pair', '<bdi>{name}</bdi> and <bdi>{alternative}</bdi>', {
            ...names,
            bdi: (text) => <bdi>{text}</bdi>,
          })}
        </h3>
        <div className="mt-4 grid gap-4 sm:grid-cols-2 md:gap-6">
          <Side product={product} />
          <Side product={alternative} />
        </div>
        <p className="mt-4 flex items-center gap-1.5 text-sm text-muted">
          <Icon name="clock" className="size-4" />
          <span>{t('queue.waiting', 'Waiting for {wait}', { wait: formatWait(createdAt) })}</span>
        </p>
        {reason === undefined ? (
          <div className="mt-5 flex flex-wrap gap-2">
            <Button look="primary" onClick={onApprove}>
              <Icon name="check" className="size-4" />
              <span>
                {rich('alternativeQueue.approve', 'Approve<hidden> {name} and {alternative}</hidden>', {
                  ...names,
                  hidden,
                })}
              </span>
            </Button>
            <Button ref={rejectButton} aria-expanded={false} onClick={() => onReasonChange('')}>
              {rich('alternativeQueue.reject', 'Reject …<hidden> {name} and {alternative}</hidden>', {
                ...names,
                hidden,
              })}
            </Button>
          </div>
        ) : (
          <RejectForm
            question={t('alternativeQueue.why', 'Why are you rejecting {name} and {alternative}?', names)}
            keptAs={`rejection of pair ${id}`}
            commonReasons={COMMON_REASONS}
            hint={t('alternativeQueue.reasonHint', 'The member who proposed the pair will see this.')}
            reason={reason}
            onReasonChange={onReasonChange}
            onReject={onReject}
            onCancel={cancel}
          />
        )}
      </article>
    </li>
  );
}

function Side({ product }: { product: ListedProduct }) {
  const { slug, name, tagline, tags, status } = product;
  return (
    <div className="flex min-w-0 gap-3">
      <ProductMark product={product} size="list" />
      <div className="min-w-0">
        <a href={productPath(slug)} dir="auto" className="font-semibold wrap-anywhere hover:underline">
          {name}
        </a>
        {status === 'discontinued' && (
          <p className="text-sm text-danger">
            {t('product.discontinued', 'Discontinued' /* of a product */)}
          </p>
        )}
        <p dir="auto" className="text-page-start">
          {tagline}
        </p>
        <p className="mt-1 text-sm text-muted">{tags.map((tag) => tag.name).join(' · ')}</p>
      </div>
    </div>
  );
}
