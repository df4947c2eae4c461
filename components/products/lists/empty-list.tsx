import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { relTo } from '@/lib/contract/plain/crawling';
import type { ProductListContent } from '@/lib/pages/load-product-list';
import { productListPath } from '@/lib/pages/paths';
import { site } from '@/lib/site';

export function EmptyList({ content: { list, tag, panel, nextCursor } }: { content: ProductListContent }) {
  if (panel && panel.active.length > 0) {
    const next = nextCursor && productListPath({ ...list, after: nextCursor });
    return (
      <EmptyState
        icon="search"
        title={next ? `No ${site.nounPlural} here` : `No ${site.nounPlural} match all of these filters`}
        action={
          <a href={next ?? panel.clearHref} rel="nofollow" className={buttonClasses()}>
            {next ? 'Keep looking' : 'Clear all filters'}
          </a>
        }
      >
        {next ? 'Only a part of the list was searched.' : 'Remove one of them, or start again.'}
      </EmptyState>
    );
  }
  const wider =
    list.sort === 'top' && list.period !== 'all' ? { ...list, period: 'all' as const } : undefined;
  return (
    <EmptyState
      title={`No ${site.nounPlural} here yet`}
      action={
        <a
          href={wider ? productListPath({ ...wider, after: undefined }) : '/new'}
          rel={wider && relTo(productListPath({ ...wider, after: undefined }))}
          className={buttonClasses()}
        >
          {wider ? 'See all-time top' : 'See the newest'}
        </a>
      }
    >
      {tag
        ? `The best ${site.nounPlural} tagged ${tag.name} will be listed here.`
        : `The best ${site.nounPlural} will be listed here as soon as there are some.`}
    </EmptyState>
  );
}
