import type { MouseEvent, ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import { readCompared, writeCompared } from '@/lib/browser/compared';
import { isForBrowser } from '@/lib/browser/keys';
import { relTo } from '@/lib/contract/plain/crawling';
import type { ProductSort, TopPeriod } from '@/lib/contract/product';
import type { CountedTag } from '@/lib/contract/tag';
import { productListPath, type ProductListSpec } from '@/lib/pages/paths';

type ListHeadProps = {
  headline: ReactNode;
  facts?: ReactNode;
};

/** The headline of a list. As high on every list, so that nothing moves from one order to the next. */
export function ListHead({ headline, facts }: ListHeadProps) {
  return (
    <header className="list-head">
      <h1>{headline}</h1>
      {facts && <p>{facts}</p>}
    </header>
  );
}

type ListToolbarProps = {
  list: ProductListSpec;
  /** None on the page of a tag. */
  filterTags: readonly CountedTag[];
  /** Where the filters are, beside the list, and below it on narrow screens, and how many are active. Null if there are none. */
  filtersLink: { href: string; label: string } | null;
};

/** Collects products from the list. Without JavaScript, and while products are collected, the link leads to a form. */
function startComparing(event: MouseEvent): void {
  if (isForBrowser(event) || readCompared() !== null) return;
  event.preventDefault();
  writeCompared('');
}

/** Orders, periods and tags of a list, in one line that scrolls sideways if it doesn't fit. */
export function ListToolbar({ list, filterTags, filtersLink }: ListToolbarProps) {
  return (
    <div className="list-toolbar">
      <div>
        <SortTabs list={list} />
        {filtersLink && (
          <a
            href={filtersLink.href}
            className={`chip shrink-0 ${filtersLink.href[0] === '#' ? 'lg:hidden' : ''}`}
          >
            {filtersLink.label}
          </a>
        )}
        <TagFilter list={list} tags={filterTags} />
      </div>
      <a href="/compare" onClick={startComparing}>
        Compare
      </a>
      {list.sort === 'hot' && <a href="/ranking">Why this order?</a>}
    </div>
  );
}

const SORT_TABS = [
  { sort: 'hot', label: 'Hot' },
  { sort: 'new', label: 'New' },
  { sort: 'top', label: 'Top' },
] as const satisfies readonly { sort: ProductSort; label: string }[];

const PERIOD_TABS = [
  { period: 'day', label: 'Today' },
  { period: 'week', label: 'Week' },
  { period: 'month', label: 'Month' },
  { period: 'all', label: 'All time' },
] as const satisfies readonly { period: TopPeriod; label: string }[];

const linkTo = (href: string) => ({ href, rel: relTo(href) });

/**
 * Links to the three orders of a list, and to the periods of the top list. On large screens, the header leads to the
 * orders of the site's own lists.
 */
function SortTabs({ list }: { list: ProductListSpec }) {
  const { sort, period = 'all', tag, isTagPage, filters } = list;
  const place = { tag, isTagPage, filters };
  return (
    <>
      <nav aria-label="Order" className={(tag ?? filters) ? 'list-tabs' : 'list-tabs site-orders'}>
        {SORT_TABS.map((tab) => (
          <a
            key={tab.sort}
            {...linkTo(productListPath({ ...place, sort: tab.sort, period: 'week' }))}
            aria-current={tab.sort === sort ? 'page' : undefined}
          >
            {tab.label}
          </a>
        ))}
      </nav>
      {sort === 'top' && (
        <nav aria-label="Period" className="list-tabs">
          {PERIOD_TABS.map((tab) => (
            <a
              key={tab.period}
              {...linkTo(productListPath({ ...place, sort, period: tab.period }))}
              aria-current={tab.period === period ? 'page' : undefined}
            >
              {tab.label}
            </a>
          ))}
        </nav>
      )}
    </>
  );
}

type TagFilterProps = {
  list: ProductListSpec;
  tags: readonly CountedTag[];
};

/** Filters a list by one tag. The link of the selected tag removes the filter. */
export function TagFilter({ list, tags }: TagFilterProps) {
  const { sort, period, filters } = list;
  if (tags.length === 0) return null;
  return (
    <nav aria-label="Filter by tag" className="chips">
      {tags.map(({ slug, name }) => {
        const isSelected = slug === list.tag;
        const href = productListPath({ sort, period, filters, tag: isSelected ? undefined : slug });
        return (
          <a key={slug} href={href} rel={relTo(href)} aria-current={isSelected || undefined}>
            <bdi>{name}</bdi>
            {isSelected && (
              <>
                <Icon name="close" className="size-4" />
                <span className="sr-only">, remove filter</span>
              </>
            )}
          </a>
        );
      })}
      <a href="/tags" className="chips-all">
        All tags
        <Icon name="arrow-right" className="size-4" />
      </a>
    </nav>
  );
}
