import { Fragment, type ReactNode } from 'react';
import { ProductMark, ProductScreenshot } from '@/components/layout/images';
import { RoleMark } from '@/components/layout/role-mark';
import { TEXT_LINK } from '@/components/moderation/moderator-list';
import { Icon } from '@/components/ui/icon';
import type { ModeratedProduct } from '@/lib/contract/moderation';
import { formatDate, formatWait } from '@/lib/format/figures';
import { formatLocalDate } from '@/lib/format/local-day';
import { profilePath, tileURL } from '@/lib/pages/paths';
import { rich } from '@/lib/texts/rich';
import { formatRow } from '@/lib/texts/lists';
import { t } from '@/lib/texts/texts';

/** The values of the declared fields. URLs in full, because the decision is about them, too. */
export function Facts({ facts }: { facts: NonNullable<ModeratedProduct['facts']> }) {
  return (
    <dl className="mt-2 text-sm">
      {facts.map(({ key, label, parts }) => (
        <div key={key} className="flex flex-wrap gap-1.5">
          <dt dir="auto" className="text-page-start text-muted">
            {t('queueItem.factLabel', '{label}:' /* the name of a fact, before its values */, { label })}
          </dt>
          <dd dir="auto" className="text-page-start wrap-anywhere">
            {formatRow(parts.map(({ text, url }) => url ?? text))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** For an edit of a listed product: the public name, link and images, where the edit changes them. */
export function PublishedVersion({
  product: { name, url, iconURL, screenshotURL, publishedVersion },
}: {
  product: ModeratedProduct;
}) {
  if (!publishedVersion) return null;
  // Without an icon, both show a tile, which differs only because the name does.
  const isTile = iconURL === tileURL(name) && publishedVersion.iconURL === tileURL(publishedVersion.name);
  const changes: [term: string, value: ReactNode][] = [
    [
      t('product.name', 'Name' /* of a product */),
      publishedVersion.name !== name && <bdi>{publishedVersion.name}</bdi>,
    ],
    [
      t('product.link', 'Link' /* to the website of a product */),
      publishedVersion.url !== url && <span className="wrap-anywhere">{publishedVersion.url}</span>,
    ],
    [
      t('product.icon', 'Icon' /* of a product */),
      publishedVersion.iconURL !== iconURL && !isTile && (
        <ProductMark product={publishedVersion} size="hit" />
      ),
    ],
    [
      t('product.screenshot', 'Screenshot' /* of a product */),
      publishedVersion.screenshotURL !== screenshotURL &&
        (publishedVersion.screenshotURL === null ? (
          t('publishedVersion.noScreenshot', 'None' /* no screenshot */)
        ) : (
          <ProductScreenshot src={publishedVersion.screenshotURL} sizes="8rem" className="w-32" />
        )),
    ],
  ];
  return (
    <section
      aria-label={t('publishedVersion.title', 'Currently public' /* version of a product */)}
      className="mt-3 rounded-control bg-raised px-3 py-2 text-sm"
    >
      <p className="font-semibold">{t('publishedVersion.currentlyPublicAs', 'Currently public as')}</p>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        {changes.map(
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

export function History({ product, isOwn }: { product: ModeratedProduct; isOwn: boolean }) {
  const {
    submitter,
    waitingSince,
    createdAt,
    approvedAt,
    lastRejection,
    answer,
    risk = 0,
    snoozedUntil,
  } = product;
  return (
    <div className="mt-4 flex flex-col gap-1 text-sm text-muted">
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <span>{saySubmitter(submitter, isOwn)}</span>
        <span className="flex items-center gap-1.5">
          <Icon name="clock" className="size-4" />
          <span>
            {t('queue.waiting', 'Waiting for {wait}', {
              wait: formatWait(waitingSince ?? createdAt),
            })}
          </span>
        </span>
        {risk > 0 && <span>{t('queueItem.risk', 'Risk {risk} of 10', { risk })}</span>}
        {snoozedUntil && (
          <span>
            {rich('queueItem.snoozedUntil', 'Snoozed until <time>{day}</time>', {
              time: (text) => <time dateTime={snoozedUntil}>{text}</time>,
              day: formatLocalDate(snoozedUntil),
            })}
          </span>
        )}
      </p>
      {approvedAt && (
        <p>
          {rich(
            'queueItem.firstListed',
            'First listed on <time>{day}</time>. This edit waits for your decision.',
            { time: (text) => <time dateTime={approvedAt}>{text}</time>, day: formatDate(approvedAt) },
          )}
        </p>
      )}
      {lastRejection && (
        <p className="whitespace-pre-line">
          {rich('queueItem.lastRejection', 'Rejected on <time>{day}</time>: <q>{reason}</q>', {
            time: (text) => <time dateTime={lastRejection.rejectedAt}>{text}</time>,
            q: (text) => <q dir="auto">{text}</q>,
            day: formatDate(lastRejection.rejectedAt),
            reason: lastRejection.reason,
          })}
        </p>
      )}
      {answer && (
        <p className="whitespace-pre-line">
          {rich('queueItem.answer', 'The submitter answered on <time>{day}</time>: <q>{answer}</q>', {
            time: (text) => <time dateTime={answer.answeredAt}>{text}</time>,
            q: (text) => (
              <q dir="auto" className="wrap-anywhere">
                {text}
              </q>
            ),
            day: formatDate(answer.answeredAt),
            answer: answer.text,
          })}
        </p>
      )}
    </div>
  );
}

function saySubmitter(submitter: ModeratedProduct['submitter'], isOwn: boolean) {
  if (!submitter) return t('queueItem.submittedByDeleted', 'Submitted by a deleted account');
  const named = (
    <span>
      <a href={profilePath(submitter.handle)} dir="auto" className={TEXT_LINK}>
        {submitter.name}
      </a>
      <RoleMark role={submitter.role} />
    </span>
  );
  return isOwn
    ? rich('queueItem.submittedByYou', 'Submitted by {submitter} (you)', { submitter: named })
    : rich('queueItem.submittedBy', 'Submitted by {submitter}', { submitter: named });
}
