import { ProductScreenshot } from '@/components/layout/product-screenshot';
import { ResponsiveImage } from '@/components/layout/responsive-image';
import { useModerationContext } from '@/hooks/use-moderation-queue';
import type { ModerationContext } from '@/lib/contract/moderation-queue';
import type { ProductReference } from '@/lib/contract/product-reference';
import { formatDate } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import { Row, TEXT_LINK } from './queue-item-details';

/** Look-alikes, the submitter's record, and what the page at the link says now. */
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
