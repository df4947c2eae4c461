import { useEffect, useRef } from 'react';
import { buttonClasses } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { SEARCH_ORDERS } from '@/lib/contract/plain/site';
import { searchPath, type SearchSpec } from '@/lib/pages/paths';
import { isHosted } from '@/lib/search';
import { t } from '@/lib/texts/texts';

type SearchResultsProps = {
  spec: SearchSpec;
  totalCount: number;
  pageCount: number;
  /** The products of the page. */
  children: Elements;
};

export function SearchResults({ spec, totalCount, pageCount, children }: SearchResultsProps) {
  const { query, page = 1 } = spec;
  return (
    <div className="search-results">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-sm text-muted">
          {pageCount > 1
            ? t(
                'search.countAndPage',
                '{count, plural, one {# result, page {page} of {pageCount}} other {# results, page {page} of {pageCount}}}',
                { count: totalCount, page, pageCount },
              )
            : t('search.count', '{count, plural, one {# result} other {# results}}', { count: totalCount })}
        </p>
        {!isHosted && totalCount > 1 && <OrderLinks {...spec} />}
      </div>
      {children}
      {pageCount > 1 && (
        <nav
          aria-label={t('search.pages', 'Pages' /* of results */)}
          className="mt-8 flex justify-between gap-3"
        >
          {page > 1 ? (
            <a
              href={searchPath(query, { ...spec, page: page - 1 })}
              rel="prev nofollow"
              className={buttonClasses({ size: 'large' })}
            >
              {t('list.previousPage', 'Previous page')}
            </a>
          ) : (
            <span />
          )}
          {page < pageCount && (
            <a
              href={searchPath(query, { ...spec, page: page + 1 })}
              rel="next nofollow"
              className={buttonClasses({ size: 'large' })}
            >
              {t('list.nextPage', 'Next page')}
            </a>
          )}
        </nav>
      )}
    </div>
  );
}

const LABELS = {
  get best() {
    return t('search.orderBest', 'Best match');
  },
  get upvotes() {
    return t('search.orderUpvotes', 'Most upvoted');
  },
  get newest() {
    return t('search.orderNewest', 'Newest' /* an order of results */);
  },
} as const;

function OrderLinks({ query, tag, filters, order }: SearchSpec) {
  return (
    <nav aria-label={t('search.order', 'Order' /* of results */)} className="order-links">
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

/** Searches for something else, in the same order and with the same filters. Works without JavaScript. */
export function SearchForm({ spec: { query, tag, filters, order } }: { spec: SearchSpec }) {
  const field = useRef<HTMLInputElement>(null);
  const kept = new URLSearchParams(searchPath(query, { tag, filters, order }).split('?')[1]);
  kept.delete('q');

  // Back may bring the page as it was left, with another text in the field than its URL and headline have.
  useEffect(() => {
    const follow = () => {
      if (field.current) field.current.value = query;
    };
    const followRestored = ({ persisted }: PageTransitionEvent) => persisted && follow();
    follow();
    window.addEventListener('pageshow', followRestored);
    return () => window.removeEventListener('pageshow', followRestored);
  }, [query]);

  return (
    <form
      role="search"
      aria-label={t('search.again', 'All results' /* names the form for another search */)}
      action="/search"
      className="mt-4 flex max-w-prose gap-2"
    >
      <input
        ref={field}
        type="search"
        name="q"
        aria-label={t('search.field', 'Search for')}
        placeholder={t('search.placeholder', 'Enter Keywords to Search')}
        autoComplete="off"
        defaultValue={query}
        className="field h-target-large"
      />
      {[...kept].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={buttonClasses({ look: 'primary', size: 'large' })}>
        {t('search.search', 'Search')}
      </button>
    </form>
  );
}
