import type { LiteClient } from 'algoliasearch/lite';
import * as z from 'zod/mini';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { missingWords, SEARCH_LIMITS, searchHit, searchHosts } from '@/lib/contract/search';
import { type SearchOrder, searchIndexName } from '@/lib/contract/plain/site';
import { env } from '@/lib/env';
import { callHeaders, inProcessFetch, noteForeignAnswer } from '@/lib/in-process';
import { toSearchFailure } from '@/lib/search-failure';
import { markedExcerpt, type TextSegment, toSegments, withEllipsis } from '@/lib/text-segments';
import { formatRow } from '@/lib/texts/lists';
import { t } from '@/lib/texts/texts';

/** Marks around matches in the texts of an answer: private-use characters, which no title or text contains. */
const MARK = { pre: '\u{E000}', post: '\u{E001}' } as const;

const highlighted = z.object({ value: z.string() });

/** Without `content`: it comes with its highlights, and can be twenty times as long as the excerpt of it. */
const plainHit = z.omit(searchHit, { content: true });

const answeredHit = z.extend(plainHit, {
  _missingWords: z.optional(missingWords),
  content: z.optional(searchHit.shape.content),
  _highlightResult: z.optional(
    z.object({ title: z.optional(highlighted), content: z.optional(highlighted) }),
  ),
});

const answer = z.object({
  hits: z.array(answeredHit),
  nbHits: z.int(),
  page: z.int(),
  nbPages: z.int(),
  facets: z.optional(z.record(z.string(), z.record(z.string(), z.int()))),
});

const answers = z.object({
  results: z.tuple(
    [answer],
    z.object({ facets: z.optional(z.record(z.string(), z.record(z.string(), z.int()))) }),
  ),
});

/** A hit with its title and excerpt split into segments that match the query and segments that do not. */
export type SearchHitWithHighlights = z.infer<typeof plainHit> & {
  titleSegments: TextSegment[];
  /** At most 250 characters, and an ellipsis. */
  excerptSegments: TextSegment[];
  /** The words of the query that it lacks. Absent for a hit that has all. */
  missingWords?: string[];
};

export type SearchResults = {
  hits: SearchHitWithHighlights[];
  nbHits: number;
  page: number;
  nbPages: number;
  /** The tags of all results, most frequent first. Empty unless `countsTags` was set. */
  tags: { name: string; count: number }[];
  /** How many results have each value of an attribute, as if they were not filtered by it. */
  facets: Record<string, Record<string, number>>;
};

const HIT_ATTRIBUTES = Object.keys(plainHit.shape);

type SearchOptions = {
  /** Counted from 0. */
  page?: number;
  hitsPerPage?: number;
  tag?: string;
  countsTags?: boolean;
  /** Conditions in Algolia's syntax, by the attribute that they filter. */
  conditions?: Readonly<Record<string, string>>;
  /** Further attributes whose values to count. */
  counted?: readonly string[];
  order?: SearchOrder;
  /** Whether hits that have some of the words follow where fewer than a page have all. Algolia finds some of the words only where nothing has all. */
  fillsPage?: boolean;
};

/** Maximum age of a search client, in milliseconds. A client caches answers, and a page may stay open for days. */
const clientAgeMsMax = MINUTE_MS;
let current: { client: Promise<LiteClient>; createdAtMs: number } | undefined;

function openClient(): Promise<LiteClient> {
  const nowMs = Date.now();
  if (current && nowMs - current.createdAtMs < clientAgeMsMax) return current.client;
  const client = createClient();
  current = { client, createdAtMs: nowMs };
  // After a failure, the next search loads the client again.
  client.catch(() => {
    current = undefined;
  });
  return client;
}

/** Loads the search client ahead of the first keystroke. */
export function warmUpSearch(): void {
  void openClient().catch(() => undefined);
}

/** Algolia answers, with its one order: it has no replicas. */
export const isHosted = Boolean(env.algoliaAppId && env.algoliaSearchKey);

/** The client would send a refused search again, also a search whose result no part of the page needs any more. */
const onceRefused = { maxRateLimitRetries: 0 } as const;

async function createClient(): Promise<LiteClient> {
  const { liteClient } = await import('algoliasearch/lite');
  if (isHosted) {
    const { algoliaAppId, algoliaSearchKey, algoliaHosts: hosts } = env;
    return liteClient(algoliaAppId, algoliaSearchKey, {
      ...onceRefused,
      ...(hosts && { hosts: searchHosts(hosts.split(',')) }),
    });
  }

  return liteClient('site', 'public', {
    ...onceRefused,
    hosts: searchHosts([serverURL().href]),
    // Algolia's default of one second suits its fallback hosts. With a single host, a slow answer would become no result.
    timeouts: { connect: 5_000, read: 10_000, write: 10_000 },
    ...(!env.serverURL &&
      inProcessFetch() && {
        requester: {
          async send({ url, method, headers, data }) {
            const body = typeof data === 'string' ? data : data && new Uint8Array(data);
            const response = await (inProcessFetch() ?? fetch)(url, { method, headers, body });
            const content = await response.text();
            return {
              ...{ content, status: response.status, isTimedOut: false },
              headers: Object.fromEntries(response.headers),
            };
          },
        },
      }),
  });
}

/** The product server implements the search protocol at the root of its host. */
function serverURL(): URL {
  const own = typeof window === 'undefined' ? `http://localhost:${env.port}` : window.location.href;
  return new URL(env.serverURL || own, own);
}

/** @throws SearchRefusal for too many searches, SearchFailure for any other failure, so that no page takes it for a search without results. */
export async function searchProducts(
  query: string,
  {
    page = 0,
    hitsPerPage = SEARCH_LIMITS.hitsPerPage,
    tag,
    countsTags = false,
    conditions = {},
    counted = [],
    order,
    fillsPage = false,
  }: SearchOptions = {},
): Promise<SearchResults> {
  try {
    if (isHosted) noteForeignAnswer();
    const client = await openClient();
    const indexName = searchIndexName(env.siteNoun, order);
    const given = Object.entries(conditions);
    const filtersWithout = (attribute?: string) => {
      const others = given.filter(([each]) => each !== attribute).map(([, condition]) => condition);
      const filters = [...(tag ? [`tags:"${tag.replace(/["\\]/g, '\\$&')}"`] : []), ...others].join(' AND ');
      return filters && { filters };
    };
    const facets = [...(countsTags ? ['tags'] : []), ...counted];
    const filteredFacets = given.map(([attribute]) => attribute).filter((each) => counted.includes(each));
    const response = await client.searchForHits(
      {
        requests: [
          {
            ...{ indexName, query, page, hitsPerPage },
            ...filtersWithout(),
            ...(facets.length > 0 && { facets }),
            attributesToRetrieve: HIT_ATTRIBUTES,
            attributesToHighlight: ['title', 'content'],
            highlightPreTag: MARK.pre,
            highlightPostTag: MARK.post,
            ...(fillsPage &&
              (isHosted ? { removeWordsIfNoResults: 'allOptional' } : { fillPageWithSomeWords: true })),
          },
          ...filteredFacets.map((attribute) => ({
            ...{ indexName, query, hitsPerPage: 0, facets: [attribute] },
            ...filtersWithout(attribute),
          })),
        ],
      },
      // Algolia's own servers accept no header that they don't know.
      isHosted ? {} : { headers: callHeaders() },
    );
    const [{ hits, facets: counts = {}, ...rest }, ...others] = answers.parse(response).results;
    const { tags = {}, ...own } = counts;
    return {
      ...rest,
      hits: hits.map(withSegments),
      tags: byCount(tags),
      facets: others.reduce((all, { facets }) => ({ ...all, ...facets }), own),
    };
  } catch (error) {
    throw toSearchFailure(error);
  }
}

/** Hits in their order: those that follow each other without the same words are one group. */
export function groupByMissingWords<Hit extends { missingWords?: readonly string[] }>(hits: readonly Hit[]) {
  const groups = new Map<string, { title?: string; hits: Hit[] }>();
  for (const hit of hits) {
    const title = hit.missingWords?.length
      ? t('search.withoutWords', 'Without: {words}' /* above results without some words of the search */, {
          words: formatRow(hit.missingWords),
        })
      : '';
    const group = groups.get(title) ?? { ...(title && { title }), hits: [] };
    groups.set(title, group);
    group.hits.push(hit);
  }
  return [...groups.values()];
}

const byCount = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => ({ name, count }))
    .toSorted((one, other) => other.count - one.count);

function withSegments({
  _highlightResult: marked,
  _missingWords: missingWords,
  content = '',
  ...hit
}: z.infer<typeof answeredHit>): SearchHitWithHighlights {
  return {
    ...hit,
    ...(missingWords && { missingWords }),
    titleSegments: toSegments(marked?.title?.value ?? hit.title, MARK),
    excerptSegments: withEllipsis(
      markedExcerpt(toSegments(marked?.content?.value ?? content, MARK), SEARCH_LIMITS.excerptCharsMax),
    ),
  };
}
