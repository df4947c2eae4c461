import { useEffect, useState } from 'react';
import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import { callLazily } from '@/lib/api/lazy-call';
import type { Profile } from '@/lib/contract/profile';
import type { CountedTag } from '@/lib/contract/tag';
import { searchProducts, type SearchResults } from '@/lib/search';
import { SearchRefusal } from '@/lib/search-failure';

/** What the modal shows after a failure, too: it has no error messages. */
const nothing: SearchResults = { hits: [], nbHits: 0, page: 0, nbPages: 0, tags: [], facets: {} };

/**
 * A held key repeats 30 times a second. So after a burst, the next searches wait until the pace allows one, and only the
 * latest of them is sent. This stays below the server's limits of 60 searches in 5 seconds and 300 in a minute.
 */
const PACE = { burst: 32, everyMs: 230 } as const;

/** When a search could be sent if all earlier ones had been sent at the pace. */
let paceAtMs = 0;
const burstMs = (PACE.burst - 1) * PACE.everyMs;
const searchDelayMs = () => Math.max(0, paceAtMs - burstMs - Date.now());

function countSearch(): void {
  paceAtMs = Math.max(paceAtMs, Date.now()) + PACE.everyMs;
}

/** The server counts a search twice that it fills with hits for some of the words. */
function countFill({ hits }: SearchResults): void {
  if (hits.some(({ missingWords }) => missingWords)) countSearch();
}

/** Most answers are there before. */
const SLOW_AFTER_MS = 200;

/** Whether something is true, and has been for so long. */
function useLasting(isTrue: boolean, durationMs: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!isTrue) return;
    const timer = setTimeout(() => setHasLasted(true), durationMs);
    return () => {
      clearTimeout(timer);
      setHasLasted(false);
    };
  }, [isTrue, durationMs]);
  return isTrue && hasLasted;
}

type Answer = { query: string; results: SearchResults; isFailed: boolean };

/**
 * Searches on every keystroke. Drops answers to earlier queries. Keeps the last results until the next ones arrive, so
 * that the list does not flicker, also while the server refuses searches. An empty query sends no request.
 */
export function useSearch(
  query: string,
  { hitsPerPage, fillsPage = false }: { hitsPerPage?: number; fillsPage?: boolean } = {},
) {
  const [answer, setAnswer] = useState<Answer>();
  const [isRefused, setIsRefused] = useState(false);
  // A trailing space is a keystroke, too, so the query is sent untrimmed.
  const sentQuery = query.trim() && query;

  useEffect(() => {
    if (sentQuery === '') return;
    let isStale = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (answered: Omit<Answer, 'query'>) => {
      if (isStale) return;
      setIsRefused(false);
      setAnswer({ query: sentQuery, ...answered });
    };
    const send = async () => {
      countSearch();
      try {
        const results = await searchProducts(sentQuery, { hitsPerPage, fillsPage });
        countFill(results);
        show({ results, isFailed: false });
      } catch (error) {
        if (!(error instanceof SearchRefusal)) {
          show({ results: nothing, isFailed: true });
          return;
        }
        paceAtMs = Math.max(paceAtMs, Date.now() + error.retryAfterMs + burstMs);
        if (isStale) return;
        setIsRefused(true);
        sendAtPace();
      }
    };
    const sendAtPace = () => {
      const delayMs = searchDelayMs();
      if (delayMs > 0) timer = setTimeout(() => void send(), delayMs);
      else void send();
    };
    sendAtPace();
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [sentQuery, hitsPerPage, fillsPage]);

  const results = sentQuery === '' ? undefined : answer?.results;
  const hits = results?.hits ?? [];
  const isAnswered = sentQuery !== '' && answer?.query === sentQuery;
  // Nothing is there to keep until the server answers again.
  const isRefusedEmpty = sentQuery !== '' && !isAnswered && isRefused && hits.length === 0;
  const isLoading = sentQuery !== '' && !isAnswered && !isRefusedEmpty;
  return {
    /** Undefined before the first answer. */
    results,
    hits,
    /** The query that `results` answer. */
    answeredQuery: results && answer?.query,
    isLoading,
    isSlow: useLasting(isLoading, SLOW_AFTER_MS),
    /** The server has refused a search for coming too often. The current query is sent once the server accepts searches again. */
    isRefused,
    /** The current query has been answered and has no results. */
    isEmpty: isRefusedEmpty || (isAnswered && answer.results.nbHits === 0),
    /** The search of the current query failed, so an empty list does not mean that no product matches. */
    isFailed: isRefusedEmpty || (isAnswered && answer.isFailed),
  };
}

const NONE: readonly CountedTag[] = [];

/** Every tag, most used first. Empty until they are loaded, and if they can't be. */
export function useTags(): readonly CountedTag[] {
  const { data = NONE } = useSWR<readonly CountedTag[], ApiFailure>('tags', loadTags, {
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
  });
  return data;
}

async function loadTags() {
  const loading = import('@/lib/contract/tag').then(({ listTagsCall }) => listTagsCall);
  return (await callLazily(loading)).tags;
}

const HANDLE = /^@([\p{L}\p{N}][\p{L}\p{N}\p{M}-]+)$/u;

/** The member whose handle is typed after an at sign, such as `@ada`. */
export function useMemberSearch(query: string): Profile | undefined {
  const handle = HANDLE.exec(query.trim())?.[1]?.toLowerCase();
  const { data } = useSWR<Profile, ApiFailure>(handle ? ['member', handle] : null, () => load(handle ?? ''), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  return data;
}

async function load(handle: string): Promise<Profile> {
  const loading = import('@/lib/contract/profile').then(({ findProfileCall }) => findProfileCall);
  return (await callLazily(loading, { params: { handle } })).profile;
}
