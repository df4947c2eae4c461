import type { MouseEvent, ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import { readCompared, writeCompared } from '@/lib/browser/compared';
import { isForBrowser } from '@/lib/browser/keys';
import { relTo } from '@/lib/contract/plain/crawling';
import type { ProductSort, TopPeriod } from '@/lib/contract/product';
import type { CountedTag } from '@/lib/contract/tag';
import { productListPath, type ProductListSpec } from '@/lib/pages/paths';
import { sayRemove } from './list-filters';
import { t } from '@/lib/texts/texts';

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
        {t('compare.verb', 'Compare' /* begins to collect products to compare */)}
      </a>
      {list.sort === 'hot' && <a href="/ranking">{t('list.whyThisOrder', 'Why this order?')}</a>}
    </div>
  );
}

const SORT_TABS = [
  {
    sort: 'hot',
    get label() {
      return t('list.hot', 'Hot' /* an order of lists: the most upvotes lately */);
    },
  },
  {
    sort: 'new',
    get label() {
      return t('list.new', 'New' /* an order of lists: the newest */);
    },
  },
  {
    sort: 'top',
    get label() {
      return t('list.top', 'Top' /* an order of lists: the most upvotes in a period */);
    },
  },
] as const satisfies readonly { sort: ProductSort; label: string }[];

const PERIOD_TABS = [
  {
    period: 'day',
    get label() {
      return t('list.today', 'Today' /* a period of the top list */);
    },
  },
  {
    period: 'week',
    get label() {
      return t('list.week', 'Week' /* a period of the top list */);
    },
  },
  {
    period: 'month',
    get label() {
      return t('list.month', 'Month' /* a period of the top list */);
    },
  },
  {
    period: 'all',
    get label() {
      return t('list.allTime', 'All time' /* a period of the top list */);
    },
  },
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
      <nav
        aria-label={t('list.order', 'Order' /* name of the links to the orders of a list */)}
        className={(tag ?? filters) ? 'list-tabs' : 'list-tabs site-orders'}
      >
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
        <nav
          aria-label={t('list.period', 'Period' /* name of the links to the periods of the top list */)}
          className="list-tabs"
        >
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
    <nav aria-label={t('list.filterByTag', 'Filter by tag')} className="chips">
      {tags.map(({ slug, name }) => {
        const isSelected = slug === list.tag;
        const href = productListPath({ sort, period, filters, tag: isSelected ? undefined : slug });
        return (
          <a key={slug} href={href} rel={relTo(href)} aria-current={isSelected || undefined}>
            <bdi>{name}</bdi>
            {isSelected && (
              <>
                <Icon name="close" className="size-4" />
                <span className="sr-only">{sayRemove()}</span>
              </>
            )}
          </a>
        );
      })}
      <a href="/tags" className="chips-all">
        {t('list.allTags', 'All tags' /* leads to the page of all tags */)}
        <Icon name="arrow-right" className="size-4" />
      </a>
    </nav>
  );
}
