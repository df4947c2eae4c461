import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { cutChars } from '@/lib/contract/plain/chars';
import { SEARCH_RATE_LIMITS } from '@/lib/contract/rate-limits';
import { SEARCH_LIMITS } from '@/lib/contract/search';
import { SEARCH_ORDERS, searchIndexName } from '@/lib/contract/plain/site';
import type { AppContext, AppEnv } from '@/server/context';
import { setFailureHeaders, toApiError } from '@/server/http/failure';
import { countMore, limited } from '@/server/http/every-call';
import { addSources } from '@/server/http/public-changes';
import { readDeclaredBody } from '@/server/http/request-body';
import { parseJSON } from '@/server/text/bounded-json';
import { requireStorable } from '@/server/http/parse-input';
import { sendCompressedOnce } from '@/server/http/send-compressed';
import { facetKeysOf, facetsOf } from '@/server/fields/facet';
import type { SearchWindow } from '@/server/queries/search/search-products';
import { search, type SearchResult } from '@/server/search/search';
import { isSearchableFacet, makeFacetSearchAnswer, readCountedFacets } from '@/server/search/facet-answer';
import {
  type Facets,
  FilterError,
  parseFacetFilters,
  parseFilters,
  parseNumericFilters,
} from '@/server/search/search-filters';
import {
  makeSearchAnswer,
  readManySearches,
  readSearchParams,
  readWindow,
  type SearchParams,
  SearchRequestError,
} from '@/server/search/algolia-protocol';
import { presentSearchHit } from '@/server/search/present-hits';

const bodyBytesMax = 64 * 1024;
/** A longer body, and any that is packed, counts as a search before it is unpacked and parsed. */
const cheapBytesMax = 4 * 1024;

/** Algolia's search calls, for its own client, at the root of the site. */
export const algoliaSearchRoutes = new Hono<AppEnv>();

algoliaSearchRoutes.post('/1/indexes/:index/queries', async (c) => {
  if (c.req.param('index') !== '*') throw new SearchRequestError('Path not supported by this API', 404);
  const searches = readManySearches(await readBody(c));
  const requestedHits = searches.reduce(
    (sum, { facet, params }) => sum + (facet === undefined ? countRequestedHits(params) : 0),
    0,
  );
  if (requestedHits > SEARCH_LIMITS.requestedHitsMax) {
    throw new SearchRequestError(`At most ${SEARCH_LIMITS.requestedHitsMax} hits can be requested together`);
  }
  const results = [];
  for (const { indexName, facet, params } of searches) {
    results.push(
      facet === undefined
        ? await answerSearch(c, indexName, params, countRequestedHits(params) / Math.max(1, requestedHits))
        : await answerFacetSearch(c, indexName, facet, params),
    );
  }
  return sendJSON(c, `{"results":[${results.join()}]}`);
});

algoliaSearchRoutes.post('/1/indexes/:index/query', async (c) =>
  sendJSON(c, await answerSearch(c, c.req.param('index'), readSearchParams(await readBody(c)))),
);

algoliaSearchRoutes.get('/1/indexes/:index', async (c) => {
  const { index } = c.req.param();
  return sendJSON(c, await answerSearch(c, index, readSearchParams(c.req.query())));
});

algoliaSearchRoutes.post('/1/indexes/:index/facets/:facet/query', async (c) => {
  const { index, facet } = c.req.param();
  return sendJSON(c, await answerFacetSearch(c, index, facet, readSearchParams(await readBody(c))));
});

algoliaSearchRoutes.all('/1/*', () => {
  throw new SearchRequestError('Path not supported by this API', 404);
});

algoliaSearchRoutes.onError(async (thrown, c) => {
  let error: Error = thrown;
  if (thrown instanceof SearchRequestError || thrown instanceof FilterError) {
    try {
      await countSearch(c);
      const status = thrown instanceof FilterError ? 400 : thrown.status;
      setFailureHeaders(c);
      return c.json({ message: thrown.message, status }, status);
    } catch (refusal) {
      error = refusal instanceof Error ? refusal : thrown;
    }
  }
  const { message, status, details } = toApiError(error, c);
  setFailureHeaders(c, details);
  return c.json({ message, status }, status);
});

/** @throws ApiError `rate_limited` */
const countSearch = (c: AppContext) => limited(c, SEARCH_RATE_LIMITS, {}, () => Promise.resolve());

const sendJSON = (c: AppContext, body: string) =>
  sendCompressedOnce(c, body, 200, { 'content-type': 'application/json' });

/** The answer to one search, as JSON. @param share of the hits of the whole response. */
function answerSearch(c: AppContext, index: string, params: SearchParams, share = 1): Promise<string> {
  const startedAtMs = performance.now();
  const { deps } = c.var;
  const facets = facetsOf(deps.env.fields);
  const query = {
    ...readWindow(params),
    ...readCountedFacets(params.facets, facets, params.maxValuesPerFacet),
    valueKeys: facetKeysOf(deps.env.fields),
  };
  return answer(c, { index, kind: 'search', params, query, facets, share }, async (result) => {
    addSources({ products: new Set(result.hits.map(({ id }) => id)) });
    const hits = result.hits.map((row) => presentSearchHit(row, deps.env));
    return makeSearchAnswer(index, params, { result, hits, facets, share, startedAtMs });
  });
}

/** The answer to a search for values of a facet, as JSON. */
function answerFacetSearch(
  c: AppContext,
  index: string,
  facet: string,
  params: SearchParams,
): Promise<string> {
  const startedAtMs = performance.now();
  const facets = facetsOf(c.var.deps.env.fields);
  if (!isSearchableFacet(facet, facets)) {
    const name = cutChars(facet, SEARCH_LIMITS.facetNameCharsMax);
    throw new SearchRequestError(
      `Cannot search in \`${name}\` attribute, you need to add \`searchable(${name})\` to attributesForFaceting.`,
    );
  }
  const query = {
    ...{ from: 0, to: 0 },
    ...readCountedFacets([facet], facets, SEARCH_LIMITS.facetSearchValuesMax),
  };
  return answer(c, { index, kind: `values of ${facet}`, params, query, facets }, (result) =>
    makeFacetSearchAnswer(facet, params, { result, facets, startedAtMs }),
  );
}

/** What a search looks for besides its words and filters. */
type Asked = {
  index: string;
  kind: string;
  params: SearchParams;
  query: SearchWindow;
  facets: Facets;
  share?: number;
};

/** Searches and presents. Counts the search unless the response cache has the answer. */
async function answer(
  c: AppContext,
  { index, kind, params, query, facets, share = 1 }: Asked,
  present: (result: SearchResult) => Promise<object>,
): Promise<string> {
  const { deps } = c.var;
  const order = SEARCH_ORDERS.find((known) => index === searchIndexName(deps.env.siteNoun, known));
  if (!order) throw new SearchRequestError(`Index ${index} does not exist`, 404);
  requireStorable(params);
  const whole = {
    ...query,
    order,
    text: params.query,
    filter: readFilter(params, facets),
    correctsMistakes: params.typoTolerance !== false,
  };
  await deps.publicChanges.keepUp();
  const key = `${kind} ${order} ${share} ${JSON.stringify(params)}`;
  const searchAndPresent = async () => {
    const result = await search(deps, whole, kind === 'search' ? deps.knownHits : undefined);
    addSources({ isFromSearch: true });
    return JSON.stringify(await present(result));
  };
  return (
    deps.responseCache.peek(key) ??
    limited(c, SEARCH_RATE_LIMITS, {}, async () => {
      const made = await deps.responseCache.get(key, searchAndPresent);
      // Long texts and many hits take as long as several searches.
      await countMore(c, SEARCH_RATE_LIMITS, Math.floor(made.length / SEARCH_LIMITS.answerCharsPerSearch));
      return made;
    })
  );
}

const countRequestedHits = (params: SearchParams) => {
  const { from, to } = readWindow(params);
  return to - from;
};

function readFilter(
  { filters, facetFilters, numericFilters }: SearchParams,
  facets: Facets,
): string | undefined {
  const conditions = [
    parseFilters(filters, facets),
    parseFacetFilters(facetFilters, facets),
    parseNumericFilters(numericFilters, facets),
  ].filter((condition) => condition !== undefined);
  return conditions.length === 0 ? undefined : conditions.map((condition) => `(${condition})`).join(' & ');
}

/**
 * JSON whatever its type is called: browsers send it as text/plain, which needs no asking beforehand.
 * Algolia's client for Node may pack it.
 */
async function readBody(c: AppContext): Promise<unknown> {
  const sent = (await readDeclaredBody(c, bodyBytesMax)) ?? (await readCounted(c));
  const isPacked = sent[0] === 0x1f && sent[1] === 0x8b;
  if (isPacked || sent.byteLength > cheapBytesMax) await countSearch(c);
  try {
    const bytes = isPacked ? gunzipSync(sent, { maxOutputLength: bodyBytesMax }) : sent;
    return parseJSON(bytes.toString('utf8') || '{}');
  } catch {
    throw new SearchRequestError('Invalid JSON');
  }
}

async function readCounted(c: AppContext): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | null = c.req.raw.body;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > bodyBytesMax) throw new SearchRequestError('The request is too large', 413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
