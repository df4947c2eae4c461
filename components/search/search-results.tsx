import { countOf } from '@/lib/format/figures';
import { searchPath } from '@/lib/pages/paths';
import type { SearchHitWithHighlights } from '@/lib/search';
import { buttonClasses } from '@/components/ui/button';
import { SearchResultBody } from './search-result';

type SearchResultsProps = {
  query: string;
  /** The name of the tag that the results are filtered by. */
  tag?: string;
  hits: readonly SearchHitWithHighlights[];
  totalCount: number;
  /** Counted from 1. */
  page: number;
  pageCount: number;
};

/** One page of the results, with links to the previous and next page. */
export function SearchResults({ query, tag, hits, totalCount, page, pageCount }: SearchResultsProps) {
  return (
    <div>
      <p className="mt-4 text-muted">
        {countOf(totalCount, 'result', 'results')}
        {pageCount > 1 && `, page ${page} of ${pageCount}`}
      </p>
      <ul className="search-results">
        {hits.map((hit) => (
          <li key={hit.id}>
            <a href={hit.url} className="search-result">
              <SearchResultBody hit={hit} />
            </a>
          </li>
        ))}
      </ul>
      {pageCount > 1 && (
        <nav aria-label="Pages" className="mt-8 flex justify-between gap-3">
          {page > 1 ? (
            <a
              href={searchPath(query, { tag, page: page - 1 })}
              rel="prev"
              className={buttonClasses({ size: 'large' })}
            >
              Previous page
            </a>
          ) : (
            <span />
          )}
          {page < pageCount && (
            <a
              href={searchPath(query, { tag, page: page + 1 })}
              rel="next"
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
