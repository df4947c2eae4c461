import { useEffect, useState } from 'react';
import { type SearchResults, searchProducts } from '@/lib/search';

type Answer = { query: string; results: SearchResults };

/**
 * Searches on every keystroke. Drops answers to earlier queries. Keeps the last results until the next ones arrive, so
 * that the list does not flicker. An empty query sends no request.
 */
export function useSearch(query: string, { hitsPerPage }: { hitsPerPage?: number } = {}) {
  const [answer, setAnswer] = useState<Answer>();
  // A trailing space is a keystroke, too, so the query is sent untrimmed.
  const sentQuery = query.trim() && query;

  useEffect(() => {
    if (sentQuery === '') return;
    let isStale = false;
    void searchProducts(sentQuery, { hitsPerPage }).then((results) => {
      if (!isStale) setAnswer({ query: sentQuery, results });
    });
    return () => {
      isStale = true;
    };
  }, [sentQuery, hitsPerPage]);

  const results = sentQuery === '' ? undefined : answer?.results;
  return {
    /** Undefined before the first answer. */
    results,
    hits: results?.hits ?? [],
    isLoading: sentQuery !== '' && answer?.query !== sentQuery,
    /** The current query has been answered and has no results. */
    isEmpty: sentQuery !== '' && answer?.query === sentQuery && answer.results.nbHits === 0,
  };
}
