import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { TEXT_LINK } from '@/components/moderation/moderator-list';
import { Button } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { Icon } from '@/components/ui/icon';
import { SanitizedHTML } from '@/components/ui/sanitized-html';
import { hidden } from '@/components/ui/visually-hidden';
import { keyOf } from '@/lib/browser/keys';
import type { ModeratedProduct } from '@/lib/contract/moderation';
import { productPath } from '@/lib/pages/paths';
import { QueueContext } from './queue-context';
import { Facts, History, PublishedVersion } from './queue-item-details';
import { rejectionReasons } from '@/lib/contract/plain/moderation';
import { RejectForm } from './reject-form';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type QueueItemProps = {
  product: ModeratedProduct;
  image: ReactNode;
  /** The moderator is the submitter. */
  isOwn: boolean;
  /** The rejection reason as far as it is written; undefined while the form is closed. */
  reason: string | undefined;
  isKeyed: boolean;
  onReasonChange: (reason: string | undefined) => void;
  onApprove: () => void;
  onReject: (reason: string) => Promise<boolean>;
  /** The menu for putting the decision off is open. */
  isSnoozing: boolean;
  onSnoozingChange: (isOpen: boolean) => void;
  /** 0 days: the product is in the queue again. */
  onSnooze: (days: 0 | 1 | 3 | 7) => void;
  onEdit: () => void;
  editForm: Elements;
  /** Gets the focus when the previous product is decided. */
  headingRef: Ref<HTMLHeadingElement>;
};

/** Adds the product's id to the ids of the headings, because descriptions on one page may share headings. */
const withOwnIds = (descriptionHTML: string, id: string) =>
  // The server escapes every "<" of a text and every quote of an attribute, so this finds tags only.
  descriptionHTML.replace(/(<h[1-6] id=")about-/g, `$1about-${id}-`);

export function QueueItem(props: QueueItemProps) {
  const { product, image, isOwn, reason, isKeyed, onReasonChange, onApprove, onReject, headingRef } = props;
  const { isSnoozing, onSnoozingChange, onSnooze, onEdit, editForm } = props;
  const { id, name, slug, tagline, descriptionHTML, tags, url, publishedVersion, snoozedUntil } = product;
  const [isOpen, setIsOpen] = useState(false);
  const rejectButton = useRef<HTMLButtonElement>(null);
  const snoozeButton = useRef<HTMLButtonElement>(null);

  function cancel() {
    onReasonChange(undefined);
    // React mounts the button again after this handler.
    requestAnimationFrame(() => rejectButton.current?.focus());
  }

  function closeSnoozing() {
    onSnoozingChange(false);
    snoozeButton.current?.focus();
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
          <h2
            id={`queue-item-${id}`}
            ref={headingRef}
            tabIndex={-1}
            dir="auto"
            lang={product.languages?.name}
            className="text-page-start text-xl font-bold"
          >
            {name}
          </h2>
          <p dir="auto" lang={product.languages?.tagline} className="mt-1 text-page-start">
            {tagline}
          </p>
          <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="wrap-anywhere text-accent underline decoration-1 underline-offset-3 hover:decoration-2"
            >
              <span>{url}</span>
              <Icon name="arrow-up-right" className="ms-1 inline size-4" />
              <span className="sr-only"> {t('link.opensNewTab', '(opens in a new tab)')}</span>
            </a>
            <a href={productPath(slug)} className={TEXT_LINK}>
              {publishedVersion
                ? rich('queueItem.viewPublicPage', 'View public page<hidden> of {name}</hidden>', {
                    hidden,
                    name,
                  })
                : rich('queueItem.viewPage', 'View page<hidden> of {name}</hidden>', { hidden, name })}
            </a>
          </p>
          <PublishedVersion product={product} />
          <p className="mt-2 text-sm text-muted">{tags.map((tag) => tag.name).join(' · ')}</p>
          {product.facts && <Facts facts={product.facts} />}
          {descriptionHTML && (
            <SanitizedHTML
              html={withOwnIds(descriptionHTML, id)}
              lang={product.languages?.description}
              className="mt-4"
            />
          )}
          <details className="mt-4" onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
            <summary className="cursor-pointer py-2 text-sm font-semibold">
              {rich('queueItem.background', 'Background<hidden> of {name}</hidden>', { hidden, name })}
            </summary>
            {isOpen && <QueueContext id={id} name={name} />}
          </details>
          <History product={product} isOwn={isOwn} />
          {editForm}
          {!editForm && reason === undefined && (
            <div className="mt-5 flex flex-wrap gap-2">
              <Button look="primary" aria-keyshortcuts="a" onClick={onApprove}>
                <Icon name="check" className="size-4" />
                <span>
                  {rich('queueItem.approve', 'Approve<hidden> {name}</hidden>' /* a product of the queue */, {
                    hidden,
                    name,
                  })}
                </span>
              </Button>
              <Button
                ref={rejectButton}
                aria-expanded={false}
                aria-keyshortcuts="r"
                onClick={() => onReasonChange('')}
              >
                {rich('queueItem.reject', 'Reject …<hidden> {name}</hidden>', { hidden, name })}
              </Button>
              <Button aria-expanded={false} aria-keyshortcuts="e" onClick={onEdit}>
                {rich('queueItem.edit', 'Edit …<hidden> {name}</hidden>' /* a product of the queue */, {
                  hidden,
                  name,
                })}
              </Button>
              {snoozedUntil ? (
                <Button look="quiet" onClick={() => onSnooze(0)}>
                  {rich('queueItem.endSnooze', 'Back to the queue<hidden>: {name}</hidden>', {
                    hidden,
                    name,
                  })}
                </Button>
              ) : (
                <Button
                  ref={snoozeButton}
                  look="quiet"
                  aria-expanded={isSnoozing}
                  aria-keyshortcuts="s"
                  onClick={() => onSnoozingChange(!isSnoozing)}
                >
                  {rich('queueItem.snooze', 'Snooze …<hidden> {name}</hidden>', { hidden, name })}
                </Button>
              )}
            </div>
          )}
          {!editForm && reason !== undefined && (
            <RejectForm
              question={t('queueItem.why', 'Why are you rejecting {name}?', { name })}
              keptAs={`rejection of product ${id}`}
              commonReasons={rejectionReasons()}
              hint={t('queueItem.reasonHint', 'The submitter will see this and can resubmit.')}
              reason={reason}
              startsAtReasons={isKeyed}
              onReasonChange={onReasonChange}
              onReject={onReject}
              onCancel={cancel}
            />
          )}
          {isSnoozing && <SnoozeMenu name={name} onSnooze={onSnooze} onCancel={closeSnoozing} />}
        </div>
      </article>
    </li>
  );
}

const CHOICES = [
  {
    days: 1,
    get label() {
      return t('queueItem.untilTomorrow', 'Until tomorrow' /* how long to snooze */);
    },
  },
  {
    days: 3,
    get label() {
      return t('queueItem.forThreeDays', 'For 3 days' /* how long to snooze */);
    },
  },
  {
    days: 7,
    get label() {
      return t('queueItem.forAWeek', 'For a week' /* how long to snooze */);
    },
  },
] as const;

type SnoozeMenuProps = {
  name: string;
  onSnooze: (days: 1 | 3 | 7) => void;
  onCancel: () => void;
};

function SnoozeMenu({ name, onSnooze, onCancel }: SnoozeMenuProps) {
  const group = useRef<HTMLDivElement>(null);

  useEffect(() => group.current?.querySelector('button')?.focus(), []);

  function cancelByKey(event: KeyboardEvent) {
    if (keyOf(event) !== 'Escape') return;
    // Escape must not leave the group of the queue, too.
    event.preventDefault();
    onCancel();
  }

  return (
    <div
      ref={group}
      role="group"
      aria-label={t('queueItem.snoozeChoices', 'Snooze {name}', { name })}
      className="mt-4 flex flex-wrap gap-2"
      onKeyDown={cancelByKey}
    >
      {CHOICES.map(({ days, label }) => (
        <Button key={days} onClick={() => onSnooze(days)}>
          {label}
        </Button>
      ))}
      <Button look="quiet" onClick={onCancel}>
        {t('action.cancel', 'Cancel')}
      </Button>
    </div>
  );
}
