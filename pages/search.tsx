import type { GetServerSideProps } from 'next';
import { Fragment } from 'react';
import { FailurePage } from '@/components/layout/message-page';
import { Page } from '@/components/layout/page';
import { Products } from '@/components/products/lists/products';
import { type FewerWords, NothingFoundPage, SearchUnavailable } from '@/components/search/nothing-found';
import { closeTags } from '@/components/search/search-options';
import { SearchForm, SearchResults } from '@/components/search/search-results';
import { Segments } from '@/components/search/search-result';
import { SearchFacets } from '@/components/search/search-facets';
import { type FormField, listFieldsCall } from '@/lib/contract/field';
import { encodeQuery, readFilters } from '@/lib/contract/plain/filters';
import { SEARCH_ORDERS } from '@/lib/contract/plain/site';
import { cutChars } from '@/lib/contract/plain/text';
import { listWithoutWord } from '@/lib/contract/plain/words';
import { SEARCH_LIMITS } from '@/lib/contract/search';
import { findTagCall, listTagsCall, type Tag } from '@/lib/contract/tag';
import { ApiFailure, call } from '@/lib/api/http';
import { type LoadedPage, loadPage, queryValue, setFailureStatus } from '@/lib/pages/load-page';
import { type SearchSpec, searchPath } from '@/lib/pages/paths';
import { TAGS_SHOWN_MAX } from '@/lib/pages/product-summary';
import {
  groupByMissingWords,
  type SearchHitWithHighlights,
  type SearchResults as Results,
  searchProducts,
} from '@/lib/search';
import { SearchFailure } from '@/lib/search-failure';
import { writeConditions, type FacetValue, filterFieldsOf, readFacetValues } from '@/lib/search-facets';
import { t } from '@/lib/texts/texts';

type SearchPageProps = LoadedPage<{
  spec: Required<Omit<SearchSpec, 'tag'>> & Pick<SearchSpec, 'tag'>;
  /** Those that results can be filtered by. */
  fields: FormField[];
  results: (Omit<Results, 'facets'> & { facets: Record<string, FacetValue[]> }) | null;
  isUnavailable: boolean;
  /** The name of the tag by which the results are filtered. */
  tagName: string | null;
  /** The tags that come close to a query without results. */
  closeTags: Tag[];
  fewerWords: FewerWords[];
}>;

export const getServerSideProps: GetServerSideProps<SearchPageProps> = async ({ query: parameters, res }) => {
  const load = async () => {
    const query = cutChars((queryValue(parameters.q) ?? '').trim(), SEARCH_LIMITS.queryCharsMax);
    const page = readPage(queryValue(parameters.page));
    const tag = queryValue(parameters.tag);
    const order = SEARCH_ORDERS.find((known) => known === queryValue(parameters.order)) ?? 'best';
    const fields = query ? (await call(listFieldsCall)).fields.filter(({ filter }) => filter) : [];
    const filters = readFilters(filterFieldsOf(fields), (key) => [parameters[key] ?? []].flat());
    const counted = fields.filter(({ filter }) => filter?.kind !== 'range');
    const tagName = tag === undefined ? null : ((await findSearchedTag(tag))?.name ?? tag);
    const options = {
      ...{ page: page - 1, tag: tagName ?? undefined, order, countsTags: true },
      conditions: writeConditions(fields, filters),
      counted: counted.map(({ key }) => key),
      fillsPage: true,
    };
    const results = query ? await searchProducts(query, options).catch(toUndefined) : null;
    const close = results?.hits.length === 0 ? closeTags(query, (await call(listTagsCall)).tags) : [];
    const closeOnes = close.map(({ slug, name }) => ({ slug, name }));
    // Otherwise products with some of the words would have filled the page.
    const isNarrowed = tag !== undefined || filters.length > 0 || order !== 'best';
    const fewerWords =
      results?.hits.length === 0 && isNarrowed ? await findWithFewerWords(query, options) : [];
    const spec = { query, ...(tag && { tag }), filters, order, page };
    return {
      spec,
      tagName,
      fields,
      results: results ? withFacetValues(results, counted) : null,
      isUnavailable: results === undefined,
      closeTags: closeOnes,
      fewerWords,
    };
  };
  const loaded = await loadPage(res, load, (tag) => {
    const { tag: _, ...others } = parameters;
    const given = Object.entries({ ...others, tag }).flatMap(([key, values]) =>
      [values].flat().map((value): [string, string] => [key, value]),
    );
    return `/search?${encodeQuery(given)}`;
  });
  if ('props' in loaded && 'content' in loaded.props && loaded.props.content.isUnavailable) {
    setFailureStatus(res, 'unavailable');
    res.setHeader('Cache-Control', 'private, no-cache, no-store');
  }
  return loaded;
};

/** A search reads as many words. */
const SHORTENED_WORDS_MAX = 10;

/** What is found without each word of a query that finds nothing. */
async function findWithFewerWords(
  query: string,
  options: Parameters<typeof searchProducts>[1],
): Promise<FewerWords[]> {
  const shorter = listWithoutWord(query).filter(({ left }) => listWithoutWord(left).length > 0);
  const counting = { ...options, page: 0, hitsPerPage: 0, countsTags: false, counted: [], fillsPage: false };
  const found = await Promise.all(
    shorter.slice(0, SHORTENED_WORDS_MAX).map(async ({ without, left }) => {
      const count = (await searchProducts(left, counting).catch(toUndefined))?.nbHits ?? 0;
      return { without, query: left, count };
    }),
  );
  return found.filter(({ count }) => count > 0);
}

/** Undefined for a search that failed. @throws every other error. */
function toUndefined(error: unknown): undefined {
  if (!(error instanceof SearchFailure)) throw error;
}

/**
 * The tag with this slug. Undefined when `tag` is a name.
 *
 * @throws ApiFailure when the call fails, and `not_found`, with `fields.movedTo`, for a slug that leads to another one.
 */
async function findSearchedTag(slug: string): Promise<Tag | undefined> {
  try {
    return (await call(findTagCall, { params: { slug } })).tag;
  } catch (error) {
    const isName = error instanceof ApiFailure && !error.fields.movedTo;
    if (isName && (error.code === 'not_found' || error.code === 'bad_request')) return undefined;
    throw error;
  }
}

const withFacetValues = ({ facets, ...results }: Results, fields: readonly FormField[]) => ({
  ...results,
  facets: Object.fromEntries(
    fields.map((field) => [field.key, readFacetValues(field, facets[field.key] ?? {})]),
  ),
});

/** Returns the page number, counted from 1. An invalid number is page 1. */
function readPage(value = '1'): number {
  const page = Number(value);
  const isPage = Number.isInteger(page) && page >= 1 && page <= SEARCH_LIMITS.paginationLimitedTo;
  return isPage ? page : 1;
}

export default function SearchPage(loaded: SearchPageProps) {
  if ('failure' in loaded) return <FailurePage failure={loaded.failure} />;

  const { spec, tagName, fields, results, isUnavailable, closeTags: tags, fewerWords } = loaded.content;
  const { query, tag, filters, order } = spec;
  const isFiltered = tag !== undefined || filters.length > 0;
  return (
    <Page
      title={
        query
          ? t('search.titleOf', '{query}: search', { query })
          : t('search.products', 'Search {nouns}' /* the title of the page, and the label of a field */)
      }
      feedOf={query ? searchPath(query) : undefined}
      markdownOf={query && !isFiltered ? searchPath(query, { order, page: spec.page }) : undefined}
    >
      <h1 className="text-2xl font-extrabold">
        {query
          ? t('search.resultsFor', 'Results for “{query}”', { query })
          : t('search.products', 'Search {nouns}' /* the title of the page, and the label of a field */)}
      </h1>
      <SearchForm key={query} spec={spec} />
      {isUnavailable && (
        <div className="mt-8">
          <SearchUnavailable spec={spec} />
        </div>
      )}
      {results && (results.hits.length > 0 || isFiltered) && (
        <div className="search-columns">
          <SearchFacets
            spec={spec}
            tagName={tagName}
            fields={fields}
            tags={results.tags}
            facets={results.facets}
          />
          {results.hits.length > 0 ? (
            <SearchResults spec={spec} totalCount={results.nbHits} pageCount={results.nbPages}>
              {groupByMissingWords(results.hits).map(({ title, hits }, index) => (
                <Fragment key={hits[0]?.id}>
                  {title !== undefined && <p className="search-without">{title}</p>}
                  <Products
                    products={hits.map(productOf)}
                    isLazy={index > 0}
                    tagHref={({ name }) => searchPath(query, { tag: name, filters, order })}
                  />
                </Fragment>
              ))}
            </SearchResults>
          ) : (
            <NothingFoundPage spec={spec} tags={tags} fewerWords={fewerWords} />
          )}
        </div>
      )}
      {results?.hits.length === 0 && !isFiltered && (
        <div className="mt-8">
          <NothingFoundPage spec={spec} tags={tags} fewerWords={fewerWords} />
        </div>
      )}
    </Page>
  );
}

/** A hit as a row of a list. The search knows its tags by their names. */
const productOf = ({ id, url, title, imageURL, tags, upvoteCount, ...hit }: SearchHitWithHighlights) => ({
  id,
  slug: decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)),
  name: title,
  tagline: hit.excerptSegments.map(({ text }) => text).join(''),
  imageURL,
  tags: tags.slice(0, TAGS_SHOWN_MAX).map((name) => ({ slug: name, name })),
  upvoteCount,
  markedName: <Segments of={hit.titleSegments} />,
  markedTagline: <Segments of={hit.excerptSegments} />,
});
