import type { GetServerSideProps } from 'next';
import { FailurePage } from '@/components/layout/failure-page';
import { Page } from '@/components/layout/page';
import { SearchResults } from '@/components/search/search-results';
import { TagFacets } from '@/components/search/tag-facets';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { fieldClasses } from '@/components/ui/field';
import { cutChars } from '@/lib/contract/plain/chars';
import { SEARCH_LIMITS } from '@/lib/contract/search';
import { type LoadedPage, loadPage, queryValue } from '@/lib/pages/load-page';
import { type SearchResults as Results, searchProducts } from '@/lib/search';
import { site } from '@/lib/site';

type SearchPageProps = LoadedPage<{ query: string; tag?: string; page: number; results: Results | null }>;

export const getServerSideProps: GetServerSideProps<SearchPageProps> = ({ query: parameters, res }) =>
  loadPage(res, async () => {
    const query = cutChars((queryValue(parameters.q) ?? '').trim(), SEARCH_LIMITS.queryCharsMax);
    const page = readPage(queryValue(parameters.page));
    const tag = queryValue(parameters.tag);
    const results = query ? await searchProducts(query, { page: page - 1, tag, countsTags: true }) : null;
    return { query, ...(tag && { tag }), page, results };
  });

/** Returns the page number, counted from 1. An invalid number is page 1. */
function readPage(value = '1'): number {
  const page = Number(value);
  const isPage = Number.isInteger(page) && page >= 1 && page <= SEARCH_LIMITS.paginationLimitedTo;
  return isPage ? page : 1;
}

export default function SearchPage(loaded: SearchPageProps) {
  if ('failure' in loaded) return <FailurePage failure={loaded.failure} />;

  const { query, tag, page, results } = loaded.content;
  return (
    <Page title={query ? `${query}: search` : `Search ${site.nounPlural}`}>
      <h1 className="text-2xl font-extrabold md:text-3xl">
        {query ? `Results for “${query}”` : `Search ${site.nounPlural}`}
      </h1>
      <form
        key={query}
        role="search"
        aria-label="All results"
        action="/search"
        className="mt-6 flex max-w-prose gap-2"
      >
        <input
          type="search"
          name="q"
          aria-label="Search for"
          placeholder="Enter Keywords to Search"
          defaultValue={query}
          className={`${fieldClasses()} h-target-large`}
        />
        <button type="submit" className={buttonClasses({ look: 'primary', size: 'large' })}>
          Search
        </button>
      </form>
      {results && <TagFacets query={query} chosen={tag} tags={results.tags} />}
      {results && results.hits.length > 0 && (
        <SearchResults
          query={query}
          tag={tag}
          hits={results.hits}
          totalCount={results.nbHits}
          page={page}
          pageCount={results.nbPages}
        />
      )}
      {results?.hits.length === 0 && (
        <div className="mt-8">
          <EmptyState
            icon="search"
            title="No Result found"
            action={
              <a href="/tags" className={buttonClasses()}>
                Browse all tags
              </a>
            }
          >
            Try fewer or different words, or browse the tags.
          </EmptyState>
        </div>
      )}
    </Page>
  );
}
