import { Icon, type IconName } from '@/components/ui/icon';
import { useClientLinks } from '@/hooks/use-client-links';
import type { ProductSort, TopPeriod } from '@/lib/contract/product';
import { type ProductListAddress, productListPath } from '@/lib/pages/paths';

const SORT_TABS = [
  { sort: 'hot', label: 'Hot', icon: 'flame' },
  { sort: 'new', label: 'New', icon: 'clock' },
  { sort: 'top', label: 'Top', icon: 'trophy' },
] as const satisfies readonly { sort: ProductSort; label: string; icon: IconName }[];

const PERIOD_TABS = [
  { period: 'day', label: 'Today' },
  { period: 'week', label: 'Week' },
  { period: 'month', label: 'Month' },
  { period: 'all', label: 'All time' },
] as const satisfies readonly { period: TopPeriod; label: string }[];

/** The three orders of a list, and the periods of the top one. */
export function SortTabs({ address }: { address: ProductListAddress }) {
  const links = useClientLinks();
  const { sort, period = 'all', tag, isTagPage } = address;
  const place = { tag, isTagPage };
  return (
    <div className="tab-rows" {...links}>
      <nav aria-label="Order" className="tabs">
        {SORT_TABS.map((tab) => (
          <a
            key={tab.sort}
            href={productListPath({ ...place, sort: tab.sort, period: 'week' })}
            aria-current={tab.sort === sort ? 'page' : undefined}
          >
            <Icon name={tab.icon} className="size-4" />
            {tab.label}
          </a>
        ))}
      </nav>
      {sort === 'top' && (
        <nav aria-label="Period" className="periods">
          {PERIOD_TABS.map((tab) => (
            <a
              key={tab.period}
              href={productListPath({ ...place, sort, period: tab.period })}
              aria-current={tab.period === period ? 'page' : undefined}
            >
              {tab.label}
            </a>
          ))}
        </nav>
      )}
    </div>
  );
}
