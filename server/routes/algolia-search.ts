import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { SEARCH_RATE_LIMITS } from '@/lib/contract/rate-limits';
import { SEARCH_LIMITS } from '@/lib/contract/search';
import { parseJSON } from '@/server/text/bounded-json';
import type { AppContext, AppEnv } from '@/server/context';
import { setFailureHeaders, toApiError } from '@/server/http/failure';
import { countMore, limited } from '@/server/http/every-call';
import { addSources } from '@/server/http/public-changes';
import { requireStorable } from '@/server/http/parse-input';
import { readDeclaredBody } from '@/server/http/request-body';
import { sendCompressedOnce } from '@/server/http/send-compressed';
import { facetKeysOf, facetsOf } from '@/server/fields/field';
import {
  type AskedSearch,
  type FoundSearch,
  searchProducts,
  type SearchWindow,
} from '@/server/queries/search/search-products';
import { search, type SearchResult } from '@/server/search/search';
import { SearchBatch } from '@/server/search/search-batch';
import {
  makeFacetSearchAnswer,
  ofShare,
  presentSearchHit,
  readCountedFacets,
  shareOfValues,
} from '@/server/search/search-answer';
import { type Facets, FilterError, readFilter } from '@/server/search/search-filters';
import {
  countRequestedHits,
  makeSearchAnswer,
  readOrder,
  readWindow,
  requireSearchable,
} from '@/server/search/algolia-protocol';
import {
  readManySearches,
  readWords,
  readSearchParams,
  type SearchParams,
  SearchRequestError,
} from '@/server/search/search-params';

/** Algolia's search calls, for its own client, at the root of the site. */
export const algoliaSearchRoutes = new Hono<AppEnv>();

algoliaSearchRoutes.post('/1/indexes/:index/queries', async (c) => {
  if (c.req.param('index') !== '*') throw new SearchRequestError('Path not supported by this API', 404);
  const searches = readManySearches(await readSearchBody(c));
  const productSearches = searches.filter(({ facet }) => facet === undefined);
  const requestedHits = productSearches.reduce((sum, { params }) => sum + countRequestedHits(params), 0);
  if (requestedHits > SEARCH_LIMITS.requestedHitsMax) {
    throw new SearchRequestError(`At most ${SEARCH_LIMITS.requestedHitsMax} hits can be requested together`);
  }
  const facets = facetsOf(c.var.deps.env.fields);
  const valuesShare = shareOfValues(searches, facets);
  const facetShare = 1 / (searches.length - productSearches.length);
  const batch = new SearchBatch(c.var.deps);
  const find: Find = searches.length > 1 ? (asked) => batch.find(asked) : findAlone(c);
  // Equal searches share a plan. All searches are checked before the first is made, because a refused one refuses the request.
  const plans = new Map<string, Plan>();
  const asked = searches.map(({ indexName, facet, params }) => {
    const key = JSON.stringify([indexName, facet, params]);
    const share = countRequestedHits(params) / Math.max(1, requestedHits);
    const plan =
      plans.get(key) ??
      (facet === undefined
        ? planSearch(c, indexName, params, { find, valuesShare, share })
        : planFacetSearch(c, indexName, facet, params, { find, valuesShare: facetShare }));
    plans.set(key, plan);
    return key;
  });
  const answers = new Map([...plans].map(([key, plan]) => [key, plan()]));
  const results = asked.flatMap((key) => answers.get(key) ?? []);
  // A failure is answered once the others have ended, because their queries may still be running.
  await Promise.allSettled(results);
  return sendJSON(c, `{"results":[${(await Promise.all(results)).join()}]}`);
});

algoliaSearchRoutes.post('/1/indexes/:index/query', async (c) =>
  sendJSON(c, await planSearch(c, c.req.param('index'), readSearchParams(await readSearchBody(c)))()),
);

algoliaSearchRoutes.get('/1/indexes/:index', async (c) => {
  const { index } = c.req.param();
  return sendJSON(c, await planSearch(c, index, readSearchParams(c.req.query()))());
});

algoliaSearchRoutes.post('/1/indexes/:index/facets/:facet/query', async (c) => {
  const { index, facet } = c.req.param();
  return sendJSON(c, await planFacetSearch(c, index, facet, readSearchParams(await readSearchBody(c)))());
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

const sendJSON = (c: AppContext, body: string) =>
  sendCompressedOnce(c, body, 200, { 'content-type': 'application/json' });

type Find = (asked: AskedSearch) => Promise<FoundSearch>;

type Shares = { find?: Find; share?: number; valuesShare?: number };

/** Makes the response to a search that was checked, as JSON. */
type Plan = () => Promise<string>;

/** @throws SearchRequestError or FilterError for a search that is refused; so do the other plans. */
function planSearch(
  c: AppContext,
  index: string,
  params: SearchParams,
  { find, share = 1, valuesShare }: Shares = {},
): Plan {
  const startedAtMs = performance.now();
  const { deps } = c.var;
  const facets = facetsOf(deps.env.fields);
  const ownShare = valuesShare ?? shareOfValues([{ params }], facets);
  const query = {
    ...readWindow(params),
    ...readCountedFacets(params.facets, facets, ofShare(params.maxValuesPerFacet, ownShare)),
    valueKeys: facetKeysOf(deps.env.fields),
  };
  return plan(c, { index, kind: 'search', params, query, facets, share, find }, async (result) => {
    const rows = [...result.hits, ...result.partialHits.map(({ hit }) => hit)];
    addSources({ products: new Set(rows.map(({ id }) => id)) });
    const hits = rows.map((row) => presentSearchHit(row, deps.env));
    return makeSearchAnswer(index, params, { result, hits, facets, share, startedAtMs });
  });
}

function planFacetSearch(
  c: AppContext,
  index: string,
  facet: string,
  params: SearchParams,
  { find, valuesShare = 1 }: Shares = {},
): Plan {
  const startedAtMs = performance.now();
  const facets = facetsOf(c.var.deps.env.fields);
  requireSearchable(facet, facets);
  const valuesMax = ofShare(SEARCH_LIMITS.facetSearchValuesMax, valuesShare);
  const query = { from: 0, to: 0, valueKeys: [], ...readCountedFacets([facet], facets, valuesMax) };
  return plan(c, { index, kind: `values of ${facet}`, params, query, facets, find }, (result) =>
    makeFacetSearchAnswer(facet, params, { result, facets, valuesMax, startedAtMs }),
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
  find?: Find | undefined;
};

/** Searches and presents. Counts the search unless the response cache has the answer. */
function plan(
  c: AppContext,
  { index, kind, params, query, facets, share = 1, find = findAlone(c) }: Asked,
  present: (result: SearchResult) => Promise<object>,
): Plan {
  const { deps } = c.var;
  const order = readOrder(index, deps.env);
  requireStorable(params);
  const whole = {
    ...query,
    order,
    ...readWords(params),
    filter: readFilter(params, facets),
    ...(params.fillPageWithSomeWords &&
      order === 'best' && { fillsPage: { knownHits: deps.knownHits, fields: deps.env.fields } }),
  };
  const key = `${kind} ${order} ${share} ${JSON.stringify([query, params])}`;
  const searchAndPresent = async () => {
    const result = await search(deps, whole, find);
    if (result.partialHits.length > 0 || kind !== 'search') await countMore(c, ['searchByAddress'], 1);
    if (result.total === 0 && !whole.filter) deps.vocabulary.noteMissed(deps, params.query);
    addSources({ isFromSearch: true });
    return JSON.stringify(await present(result));
  };
  return async () => {
    await deps.publicChanges.keepUp();
    return (
      deps.responseCache.peek(key) ??
      limited(c, SEARCH_RATE_LIMITS, {}, async () => {
        const made = await deps.responseCache.get(key, searchAndPresent);
        // Long texts and many hits take as long as several searches.
        await countMore(c, SEARCH_RATE_LIMITS, Math.floor(made.length / SEARCH_LIMITS.answerCharsPerSearch));
        return made;
      })
    );
  };
}

const findAlone =
  ({ var: { deps } }: AppContext): Find =>
  (asked) =>
    deps.knownHits.reuse((known) => searchProducts(deps.db, asked, known));

const bodyBytesMax = 64 * 1024;
/** A longer body, and any that is packed, counts as a search before it is unpacked and parsed. */
const cheapBytesMax = 4 * 1024;

const countSearch = (c: AppContext) => limited(c, SEARCH_RATE_LIMITS, {}, () => Promise.resolve());

/** JSON whatever its type is called: browsers send it as text/plain, which needs no asking beforehand. Algolia's client for Node may pack it. */
async function readSearchBody(c: AppContext): Promise<unknown> {
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
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > bodyBytesMax) throw new SearchRequestError('The request is too large', 413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
