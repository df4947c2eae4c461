import { SEARCH_ORDERS } from '@/lib/contract/plain/site';
import { type SearchSpec, searchPath } from '@/lib/pages/paths';

const LABELS = { best: 'Best match', upvotes: 'Most upvoted', newest: 'Newest' } as const;

export function OrderLinks({ query, tag, filters, order }: SearchSpec) {
  return (
    <nav aria-label="Order" className="order-links">
      {SEARCH_ORDERS.map((each) => (
        <a
          key={each}
          href={searchPath(query, { tag, filters, order: each })}
          rel="nofollow"
          aria-current={each === order ? 'true' : undefined}
        >
          {LABELS[each]}
        </a>
      ))}
    </nav>
  );
}
