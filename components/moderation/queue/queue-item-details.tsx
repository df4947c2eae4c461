import { Fragment } from 'react';
import { ProductMark, ProductScreenshot, ResponsiveImage } from '@/components/layout/images';
import { RoleMark } from '@/components/layout/role-mark';
import { Row, TEXT_LINK } from '@/components/moderation/moderator-list';
import { Icon } from '@/components/ui/icon';
import { useModerationContext } from '@/hooks/use-moderation-queue';
import type { ModerationContext } from '@/lib/contract/moderation-queue';
import type { ModeratedProduct } from '@/lib/contract/moderation';
import type { ProductReference } from '@/lib/contract/product-reference';
import { formatDate, formatWait } from '@/lib/format/figures';
import { formatLocalDate } from '@/lib/format/local-day';
import { productPath, profilePath, tileURL } from '@/lib/pages/paths';

/** The values of the declared fields. URLs in full, because the decision is about them, too. */
export function Facts({ facts }: { facts: NonNullable<ModeratedProduct['facts']> }) {
  return (
    <dl className="mt-2 text-sm">
      {facts.map(({ key, label, parts }) => (
        <div key={key} className="flex flex-wrap gap-1.5">
          <dt dir="auto" className="text-page-start text-muted">
            {`${label}:`}
          </dt>
          <dd dir="auto" className="text-page-start wrap-anywhere">
            {parts.map(({ text, url }) => url ?? text).join(', ')}
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
        <span>
          <span>Submitted by </span>
          {submitter ? (
            <a href={profilePath(submitter.handle)} dir="auto" className={TEXT_LINK}>
              {submitter.name}
            </a>
          ) : (
            <span>a deleted account</span>
          )}
          <RoleMark role={submitter?.role} />
          {isOwn && <span> (you)</span>}
        </span>
        <span className="flex items-center gap-1.5">
          <Icon name="clock" className="size-4" />
          <span>{`Waiting for ${formatWait(waitingSince ?? createdAt)}`}</span>
        </span>
        {risk > 0 && <span>{`Risk ${risk} of 10`}</span>}
        {snoozedUntil && (
          <span>
            {'Snoozed until '}
            <time dateTime={snoozedUntil}>{formatLocalDate(snoozedUntil)}</time>
          </span>
        )}
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
      {answer && (
        <p className="whitespace-pre-line">
          {'The submitter answered on '}
          <time dateTime={answer.answeredAt}>{formatDate(answer.answeredAt)}</time>
          {': '}
          <q dir="auto" className="wrap-anywhere">
            {answer.text}
          </q>
        </p>
      )}
    </div>
  );
}

export function QueueContext({ id, name }: { id: string; name: string }) {
  const { context, page, error, pageError } = useModerationContext(id);
  return (
    <dl aria-label={`Background of ${name}`} className="mt-2 flex flex-col gap-2 text-sm" aria-live="polite">
      {error && <Row term="Background">{error.message}</Row>}
      {context && (
        <>
          {context.record && <Row term="Submitter">{describeRecord(context.record)}</Row>}
          {context.observations.length > 0 && (
            <Row term="Rules, as the submitter read them">
              {context.observations.map(({ rule, outcome, sentence }) => (
                <span key={rule} className="block">
                  {outcome === 'unknown' && <span>Not measured: </span>}
                  <span>{sentence}</span>
                </span>
              ))}
            </Row>
          )}
          <Row term="Similar names">
            <References products={context.similar} />
          </Row>
          <Row term="Also in the queue">
            <References products={context.related} />
          </Row>
        </>
      )}
      <Row term="The page now">
        {!page && !pageError && <span>Loading …</span>}
        {pageError && <span>{pageError.message}</span>}
        {page?.problem && <span>{page.problem}</span>}
        {page && !page.problem && (
          <>
            <span className="flex items-start gap-3">
              {page.iconURL && (
                <ResponsiveImage
                  src={page.iconURL}
                  sizes="36px"
                  width={36}
                  height={36}
                  className="size-9 rounded-control"
                />
              )}
              <span className="min-w-0">
                <span dir="auto" className="font-semibold">
                  {page.title || 'No title'}
                </span>
                {page.description && <span dir="auto">{` · ${page.description}`}</span>}
                <span className="block wrap-anywhere text-muted">{page.url}</span>
              </span>
            </span>
            {page.screenshotURL && (
              <ProductScreenshot src={page.screenshotURL} sizes="416px" className="mt-2 w-full max-w-104" />
            )}
          </>
        )}
      </Row>
    </dl>
  );
}

function References({ products }: { products: readonly ProductReference[] }) {
  if (products.length === 0) return <span>None</span>;
  return products.map(({ id, slug, name }, index) => (
    <span key={id}>
      {index > 0 && <span>, </span>}
      <a href={productPath(slug)} dir="auto" className={TEXT_LINK}>
        {name}
      </a>
    </span>
  ));
}

function describeRecord(record: NonNullable<ModerationContext['record']>): string {
  const { approved, rejected, pending, memberSince } = record;
  return `Member since ${formatDate(memberSince)} · ${approved} accepted · ${rejected} rejected · ${pending} pending`;
}
