import { relTo } from '@/lib/contract/plain/crawling';
import type { ProductSort, TopPeriod } from '@/lib/contract/product';
import { type ProductListSpec, productListPath } from '@/lib/pages/paths';

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
export function SortTabs({ list }: { list: ProductListSpec }) {
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
