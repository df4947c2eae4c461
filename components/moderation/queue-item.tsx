import { Fragment, type ReactNode, type Ref, useRef } from 'react';
import { ProductMark } from '@/components/layout/product-mark';
import { ProductScreenshot } from '@/components/layout/product-screenshot';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { SanitizedHTML } from '@/components/ui/sanitized-html';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import type { ModeratedProduct } from '@/lib/contract/moderation';
import { formatDate } from '@/lib/format/figures';
import { formatWait } from '@/lib/format/elapsed-time';
import { productPath, profilePath, tileURL } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { RejectForm } from './reject-form';

type QueueItemProps = {
  product: ModeratedProduct;
  image: ReactNode;
  /** The moderator is the submitter. */
  isOwn: boolean;
  /** The rejection reason as far as it is written; undefined while the form is closed. */
  reason: string | undefined;
  /** The form was opened by a key. */
  isKeyed: boolean;
  onReasonChange: (reason: string | undefined) => void;
  onApprove: () => void;
  onReject: (reason: string) => void;
  /** Gets the focus when the previous product is decided. */
  headingRef: Ref<HTMLHeadingElement>;
};

const COMMON_REASONS = [
  { label: 'Duplicate', text: "It's already listed here, under another name or link." },
  { label: 'Spam', text: `It reads like an ad. Please say plainly what the ${site.noun} does.` },
  { label: 'Broken link', text: "The link doesn't open. Please fix it and submit again." },
  { label: `Not a web ${site.noun}`, text: `It isn't a web ${site.noun}.` },
];

const TEXT_LINK = 'text-ink underline decoration-edge underline-offset-4 hover:text-accent';

/** Adds the product's id to the ids of the headings, because descriptions on one page may share headings. */
const withOwnIds = (descriptionHTML: string, id: string) =>
  // The server escapes every "<" of a text and every quote of an attribute, so this finds tags only.
  descriptionHTML.replace(/(<h[1-6] id=")about-/g, `$1about-${id}-`);

/** One product of the queue, with everything a decision needs. */
export function QueueItem(props: QueueItemProps) {
  const { product, image, isOwn, reason, isKeyed, onReasonChange, onApprove, onReject, headingRef } = props;
  const { id, name, slug, tagline, descriptionHTML, tags, url, publishedVersion } = product;
  const rejectButton = useRef<HTMLButtonElement>(null);

  function cancel() {
    onReasonChange(undefined);
    // React mounts the button again after this handler.
    requestAnimationFrame(() => rejectButton.current?.focus());
  }

  return (
    <li>
      <article
        aria-labelledby={`queue-item-${id}`}
        className="grid gap-4 rounded-card border border-line bg-surface p-4 md:grid-cols-[auto_minmax(0,1fr)] md:gap-6 md:p-6"
      >
        {/* On a phone a screenshot is last, below what the decision needs. */}
        <div className={product.screenshotURL ? 'max-md:order-last md:w-60' : undefined}>{image}</div>
        <div className="min-w-0">
          <h2 id={`queue-item-${id}`} ref={headingRef} tabIndex={-1} dir="auto" className="text-xl font-bold">
            {name}
          </h2>
          <p dir="auto" className="mt-1">
            {tagline}
          </p>
          <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="wrap-anywhere text-accent underline decoration-1 underline-offset-3 hover:decoration-2"
            >
              {url}
              <Icon name="arrow-up-right" className="ml-1 inline size-4" />
              <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
            </a>
            <a href={productPath(slug)} className={TEXT_LINK}>
              {publishedVersion ? 'View public page' : 'View page'}
              <VisuallyHidden> of {name}</VisuallyHidden>
            </a>
          </p>
          <PublishedVersion product={product} />
          <p className="mt-2 text-sm text-muted">{tags.map((tag) => tag.name).join(' · ')}</p>
          {product.facts && <Facts facts={product.facts} />}
          {descriptionHTML && <SanitizedHTML html={withOwnIds(descriptionHTML, id)} className="mt-4" />}
          <History product={product} isOwn={isOwn} />
          {reason === undefined ? (
            <div className="mt-5 flex flex-wrap gap-2">
              <Button look="primary" aria-keyshortcuts="a" onClick={onApprove}>
                <Icon name="check" className="size-4" />
                Approve
                <VisuallyHidden> {name}</VisuallyHidden>
              </Button>
              <Button
                ref={rejectButton}
                aria-expanded={false}
                aria-keyshortcuts="r"
                onClick={() => onReasonChange('')}
              >
                Reject …<VisuallyHidden> {name}</VisuallyHidden>
              </Button>
            </div>
          ) : (
            <RejectForm
              name={name}
              commonReasons={COMMON_REASONS}
              hint="The submitter will see this and can resubmit."
              reason={reason}
              startsAtReasons={isKeyed}
              onReasonChange={onReasonChange}
              onReject={onReject}
              onCancel={cancel}
            />
          )}
        </div>
      </article>
    </li>
  );
}

/** The values of the declared fields. URLs in full, because the decision is about them, too. */
function Facts({ facts }: { facts: NonNullable<ModeratedProduct['facts']> }) {
  return (
    <dl className="mt-2 text-sm">
      {facts.map(({ key, label, parts }) => (
        <div key={key} className="flex flex-wrap gap-1.5">
          <dt dir="auto" className="text-muted">
            {label}:
          </dt>
          <dd dir="auto" className="wrap-anywhere">
            {parts.map(({ text, url }) => url ?? text).join(', ')}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** For an edit of a listed product: the public name, link and images, where the edit changes them. */
function PublishedVersion({
  product: { name, url, iconURL, screenshotURL, publishedVersion },
}: {
  product: ModeratedProduct;
}) {
  if (!publishedVersion) return null;
  // Without an icon, both show a tile, which differs only because the name does.
  const isTile = iconURL === tileURL(name) && publishedVersion.iconURL === tileURL(publishedVersion.name);
  const changes = {
    Name: publishedVersion.name !== name && <bdi>{publishedVersion.name}</bdi>,
    Link: publishedVersion.url !== url && <span className="wrap-anywhere">{publishedVersion.url}</span>,
    Icon: publishedVersion.iconURL !== iconURL && !isTile && (
      <ProductMark product={publishedVersion} size="hit" />
    ),
    Screenshot:
      publishedVersion.screenshotURL !== screenshotURL &&
      (publishedVersion.screenshotURL === null ? (
        'None'
      ) : (
        <ProductScreenshot src={publishedVersion.screenshotURL} sizes="8rem" className="w-32" />
      )),
  };
  return (
    <section aria-label="Currently public" className="mt-3 rounded-control bg-raised px-3 py-2 text-sm">
      <p className="font-semibold">Currently public as</p>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        {Object.entries(changes).map(
          ([term, value]) =>
            value && (
              <Fragment key={term}>
                <dt className="text-muted">{term}</dt>
                <dd>{value}</dd>
              </Fragment>
            ),
        )}
      </dl>
    </section>
  );
}

/** The submitter, the waiting time, and earlier decisions. */
function History({ product, isOwn }: { product: ModeratedProduct; isOwn: boolean }) {
  const { submitter, waitingSince, createdAt, approvedAt, lastRejection } = product;
  return (
    <div className="mt-4 flex flex-col gap-1 text-sm text-muted">
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <span>
          {'Submitted by '}
          {submitter ? (
            <a href={profilePath(submitter.handle)} dir="auto" className={TEXT_LINK}>
              {submitter.name}
            </a>
          ) : (
            'a deleted account'
          )}
          {isOwn && ' (you)'}
        </span>
        <span className="flex items-center gap-1.5">
          <Icon name="clock" className="size-4" />
          {`Waiting for ${formatWait(waitingSince ?? createdAt)}`}
        </span>
      </p>
      {approvedAt && (
        <p>
          {'First listed on '}
          <time dateTime={approvedAt}>{formatDate(approvedAt)}</time>
          {'. This edit waits for your decision.'}
        </p>
      )}
      {lastRejection && (
        <p className="whitespace-pre-line">
          {'Rejected on '}
          <time dateTime={lastRejection.rejectedAt}>{formatDate(lastRejection.rejectedAt)}</time>
          {': '}
          <q dir="auto">{lastRejection.reason}</q>
        </p>
      )}
    </div>
  );
}
