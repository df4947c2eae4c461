import { useEffect, useState } from 'react';
import { type SearchResults, searchProducts } from '@/lib/search';

type Answer = { query: string; results: SearchResults };

/**
 * Searches on every keystroke. Answers that come after the query has changed are dropped; until the new one is there
 * the last one stays, so that the list does not flicker. An empty query searches nothing.
 */
export function useSearch(query: string, { hitsPerPage }: { hitsPerPage?: number } = {}) {
  const [answer, setAnswer] = useState<Answer>();
  // Only an empty query is told by its trimmed form: a space is a keystroke, too.
  const wanted = query.trim() && query;

  useEffect(() => {
    if (wanted === '') return;
    let isStale = false;
    void searchProducts(wanted, { hitsPerPage }).then((results) => {
      if (!isStale) setAnswer({ query: wanted, results });
    });
    return () => {
      isStale = true;
    };
  }, [wanted, hitsPerPage]);

  const results = wanted === '' ? undefined : answer?.results;
  return {
    /** Undefined before the first answer. */
    results,
    hits: results?.hits ?? [],
    isLoading: wanted !== '' && answer?.query !== wanted,
    /** Whether the answer is there and has nothing in it. */
    isEmpty: wanted !== '' && answer?.query === wanted && answer.results.nbHits === 0,
  };
}
