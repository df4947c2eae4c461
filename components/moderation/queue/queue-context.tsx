import { ProductScreenshot, ResponsiveImage } from '@/components/layout/images';
import { Row, TEXT_LINK } from '@/components/moderation/moderator-list';
import { useModerationContext } from '@/hooks/use-moderation-queue';
import type { ModerationContext } from '@/lib/contract/moderation-queue';
import type { ProductReference } from '@/lib/contract/product-reference';
import { formatDate } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import { t } from '@/lib/texts/texts';

export function QueueContext({ id, name }: { id: string; name: string }) {
  const { context, page, error, pageError } = useModerationContext(id);
  return (
    <dl
      aria-label={t('queueContext.title', 'Background of {name}', { name })}
      className="mt-2 flex flex-col gap-2 text-sm"
      aria-live="polite"
    >
      {error && (
        <Row term={t('queueContext.background', 'Background' /* what is known beside a submission */)}>
          {error.message}
        </Row>
      )}
      {context && (
        <>
          {context.record && (
            <Row term={t('queueContext.submitter', 'Submitter' /* heads the record of the member */)}>
              {describeRecord(context.record)}
            </Row>
          )}
          {context.observations.length > 0 && (
            <Row term={t('queueContext.rules', 'Rules, as the submitter read them')}>
              {context.observations.map(({ rule, outcome, sentence }) => (
                <span key={rule} className="block">
                  {outcome === 'unknown'
                    ? t('queueContext.notMeasured', 'Not measured: {sentence}', { sentence })
                    : sentence}
                </span>
              ))}
            </Row>
          )}
          <Row term={t('queueContext.similarNames', 'Similar names' /* heads a list of products */)}>
            <References products={context.similar} />
          </Row>
          <Row term={t('queueContext.alsoInQueue', 'Also in the queue')}>
            <References products={context.related} />
          </Row>
        </>
      )}
      <Row term={t('queueContext.pageNow', 'The page now')}>
        {!page && !pageError && <span>{t('page.loading', 'Loading …')}</span>}
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
                  {page.title || t('queueContext.noTitle', 'No title' /* of the page of a submission */)}
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
  if (products.length === 0) return <span>{t('queueContext.none', 'None' /* no such product */)}</span>;
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
  return t(
    'queueContext.record',
    'Member since {day} · {approved} accepted · {rejected} rejected · {pending} pending',
    { day: formatDate(memberSince), approved, rejected, pending },
  );
}
