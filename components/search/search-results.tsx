import type { Elements } from '@/components/ui/elements';
import { countOf } from '@/lib/format/figures';
import { type SearchSpec, searchPath } from '@/lib/pages/paths';
import { isHosted } from '@/lib/search';
import { buttonClasses } from '@/components/ui/button';
import { OrderLinks } from './order-links';

type SearchResultsProps = {
  spec: SearchSpec;
  totalCount: number;
  pageCount: number;
  /** The products of the page. */
  children: Elements;
};

/** One page of the results, with links to the previous and next page. */
export function SearchResults({ spec, totalCount, pageCount, children }: SearchResultsProps) {
  const { query, page = 1 } = spec;
  return (
    <div className="search-results">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-sm text-muted">
          {`${countOf(totalCount, 'result', 'results')}${pageCount > 1 ? `, page ${page} of ${pageCount}` : ''}`}
        </p>
        {!isHosted && totalCount > 1 && <OrderLinks {...spec} />}
      </div>
      {children}
      {pageCount > 1 && (
        <nav aria-label="Pages" className="mt-8 flex justify-between gap-3">
          {page > 1 ? (
            <a
              href={searchPath(query, { ...spec, page: page - 1 })}
              rel="prev nofollow"
              className={buttonClasses({ size: 'large' })}
            >
              Previous page
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
              Next page
            </a>
          )}
        </nav>
      )}
    </div>
  );
}
