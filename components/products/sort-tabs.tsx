import { Icon, type IconName } from '@/components/ui/icon';
import type { ProductSort, TopPeriod } from '@/lib/contract/product';
import { type ProductListSpec, productListPath } from '@/lib/pages/paths';

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

const CURRENT_TAB = 'text-ink after:absolute after:inset-x-3 after:-bottom-px after:h-0.5 after:bg-ink';
const CURRENT_PERIOD = 'text-ink underline decoration-2 underline-offset-6';

/** Links to the three orders of a list, and to the periods of the top list. */
export function SortTabs({ list }: { list: ProductListSpec }) {
  const { sort, period = 'all', tag, isTagPage } = list;
  const place = { tag, isTagPage };
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-x-8 border-b border-line [&+:not(.chips)]:mt-2 md:[&+:not(.chips)]:mt-6">
      <nav aria-label="Order" className="-ml-3 flex gap-1">
        {SORT_TABS.map((tab) => (
          <a
            key={tab.sort}
            href={productListPath({ ...place, sort: tab.sort, period: 'week' })}
            aria-current={tab.sort === sort ? 'page' : undefined}
            className={`relative flex min-h-target-thumb items-center gap-1.5 rounded-control px-3 font-[650] transition-colors hover:text-ink ${tab.sort === sort ? CURRENT_TAB : 'text-muted'}`}
          >
            <Icon name={tab.icon} className="size-4" />
            {tab.label}
          </a>
        ))}
      </nav>
      {sort === 'top' && (
        <nav aria-label="Period" className="-mx-3 flex gap-0.5">
          {PERIOD_TABS.map((tab) => (
            <a
              key={tab.period}
              href={productListPath({ ...place, sort, period: tab.period })}
              aria-current={tab.period === period ? 'page' : undefined}
              className={`grid min-h-target-thumb place-items-center rounded-control px-3 text-sm/6 font-semibold hover:text-ink ${tab.period === period ? CURRENT_PERIOD : 'text-muted'}`}
            >
              {tab.label}
            </a>
          ))}
        </nav>
      )}
    </div>
  );
}
