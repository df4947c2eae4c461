import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { cutChars } from '@/lib/contract/plain/chars';
import { SEARCH_LIMITS } from '@/lib/contract/search';
import { searchIndexName } from '@/lib/contract/plain/site';
import type { AppContext, AppEnv } from '@/server/context';
import { setFailureHeaders, toApiError } from '@/server/http/failure';
import { limited } from '@/server/http/limited';
import { addSources } from '@/server/http/public-changes';
import { parseJSON } from '@/server/http/request-body';
import { requireStorable } from '@/server/http/parse-input';
import { listSearchHits } from '@/server/queries/search/search-products';
import { search } from '@/server/search/search';
import { FilterError, parseFacetFilters, parseFilters } from '@/server/search/search-filters';
import {
  countsTags,
  makeSearchAnswer,
  presentSearchHit,
  readSearchParams,
  readWindow,
  type SearchParams,
  SearchRequestError,
} from '@/server/search/algolia-protocol';

const SEARCH_RATE_LIMITS = ['searchByAddress', 'searchBurstByAddress'] as const;

const bodyBytesMax = 64 * 1024;
/** What a body may unpack to. */
const unpackedBytesMax = 512 * 1024;

const oneSearch = z.looseObject({ indexName: z.string() });
const manySearches = z.object({ requests: z.array(oneSearch) });

/** Algolia's search calls, for its own client, at the root of the site. */
export const algoliaSearchRoutes = new Hono<AppEnv>();

algoliaSearchRoutes.post('/1/indexes/:index/queries', async (c) => {
  if (c.req.param('index') !== '*') throw new SearchRequestError('Path not supported by this API', 404);
  const body = manySearches.safeParse(await readBody(c));
  if (!body.success)
    throw new SearchRequestError('`requests` must be an array of objects with an `indexName`');
  const { requests } = body.data;
  if (requests.length > SEARCH_LIMITS.requestsMax) {
    throw new SearchRequestError(`At most ${SEARCH_LIMITS.requestsMax} searches can be sent together`);
  }
  const searches = requests.map(({ indexName, ...given }) => ({
    indexName,
    params: readSearchParams(given),
  }));
  const requestedHits = searches.reduce((sum, { params }) => sum + countRequestedHits(params), 0);
  if (requestedHits > SEARCH_LIMITS.requestedHitsMax) {
    throw new SearchRequestError(`At most ${SEARCH_LIMITS.requestedHitsMax} hits can be requested together`);
  }
  const results = [];
  for (const { indexName, params } of searches) results.push(await answerSearch(c, indexName, params));
  return sendJSON(c, `{"results":[${results.join()}]}`);
});

algoliaSearchRoutes.post('/1/indexes/:index/query', async (c) =>
  sendJSON(c, await answerSearch(c, c.req.param('index'), readSearchParams(await readBody(c)))),
);

algoliaSearchRoutes.get('/1/indexes/:index', async (c) => {
  const { index } = c.req.param();
  return sendJSON(c, await answerSearch(c, index, readSearchParams(c.req.query())));
});

algoliaSearchRoutes.all('/1/*', () => {
  throw new SearchRequestError('Path not supported by this API', 404);
});

algoliaSearchRoutes.onError((error, c) => {
  if (error instanceof SearchRequestError || error instanceof FilterError) {
    const status = error instanceof FilterError ? 400 : error.status;
    setFailureHeaders(c);
    return c.json({ message: error.message, status }, status);
  }
  const { message, status, details } = toApiError(error, c);
  setFailureHeaders(c, details);
  return c.json({ message, status }, status);
});

const sendJSON = (c: AppContext, body: string) => c.body(body, 200, { 'content-type': 'application/json' });

/** The answer to one search, as JSON. Counts the search unless the response cache has the answer. */
async function answerSearch(c: AppContext, index: string, params: SearchParams): Promise<string> {
  const startedAtMs = performance.now();
  const { deps } = c.var;
  if (index !== searchIndexName(deps.env.siteNoun))
    throw new SearchRequestError(`Index ${index} does not exist`, 404);
  requireStorable(params);
  const { from, to } = readWindow(params);
  const query = {
    text: cutChars(params.query, SEARCH_LIMITS.queryCharsMax),
    tags: readTagCondition(params),
    limit: Math.max(to, 1),
    correctsMistakes: params.typoTolerance !== false,
    ...(countsTags(params) && { countedTagsMax: params.maxValuesPerFacet }),
  };
  await deps.publicChanges.keepUp();
  const key = `search ${JSON.stringify(params)}`;
  const searchAndPresent = async () => {
    const result = await search(deps, query);
    addSources({ isFromSearch: true });
    const rows = await listSearchHits(deps.db, result.ids.slice(from, to));
    addSources({ products: new Set(rows.map(({ id }) => id)) });
    const hits = rows.map((row) => presentSearchHit(row, deps.env));
    return JSON.stringify(await makeSearchAnswer(index, params, { result, hits, startedAtMs }));
  };
  return (
    deps.responseCache.peek(key) ??
    limited(c, SEARCH_RATE_LIMITS, {}, () => deps.responseCache.get(key, searchAndPresent))
  );
}

const countRequestedHits = (params: SearchParams) => {
  const { from, to } = readWindow(params);
  return to - from;
};

function readTagCondition({ filters, facetFilters }: SearchParams): string | undefined {
  const conditions = [parseFilters(filters), parseFacetFilters(facetFilters)].filter(
    (condition) => condition !== undefined,
  );
  return conditions.length === 0 ? undefined : conditions.map((condition) => `(${condition})`).join(' & ');
}

/**
 * JSON whatever its type is called: browsers send it as text/plain, which needs no asking beforehand.
 * Algolia's client for Node may pack it.
 */
async function readBody(c: AppContext): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | null = c.req.raw.body;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > bodyBytesMax) throw new SearchRequestError('The request is too large', 413);
    chunks.push(chunk);
  }
  const packed = Buffer.concat(chunks);
  try {
    const isPacked = packed[0] === 0x1f && packed[1] === 0x8b;
    const text = (isPacked ? gunzipSync(packed, { maxOutputLength: unpackedBytesMax }) : packed).toString(
      'utf8',
    );
    return parseJSON(text || '{}');
  } catch {
    throw new SearchRequestError('Invalid JSON');
  }
}
