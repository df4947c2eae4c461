import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import * as z from 'zod/mini';
import { ALTERNATIVE_LIMITS, listAlternativesCall } from '@/lib/contract/alternative';
import type { Call, Schema } from '@/lib/contract/call';
import { failure, type ErrorCode } from '@/lib/contract/errors';
import { listFieldsCall } from '@/lib/contract/field';
import { joinSlugs, splitSlugs } from '@/lib/contract/plain/compared-slugs';
import { readFilterQuery, writeFilters } from '@/lib/contract/plain/filters';
import {
  COMPARED_MAX,
  markdownPath,
  nounSlug,
  productPathFor,
  SEARCH_ORDERS,
  searchIndexName,
} from '@/lib/contract/plain/site';
import {
  findProductCall,
  listProductsCall,
  listRelatedProductsCall,
  type Product,
  PRODUCT_SORTS,
  type ProductListQuery,
  TOP_PERIODS,
} from '@/lib/contract/product';
import { findProfileCall } from '@/lib/contract/profile';
import { SEARCH_LIMITS, searchHit } from '@/lib/contract/search';
import { listTagsCall } from '@/lib/contract/tag';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/errors';
import { filterFieldsOf } from '@/server/fields/field';
import { publicHeaders } from '@/server/http/endpoint';
import { setFailureHeaders } from '@/server/http/failure';
import {
  formatAlternatives,
  formatComparison,
  formatHits,
  formatLine,
  formatMarkdownPage,
  formatNext,
  formatPageLink,
  formatProducts,
  formatProfile,
  formatRanking,
  formatTags,
  type MarkdownPage,
  presentProductPage,
} from '@/server/presenters/markdown-page';
import type { Ask } from './mcp-server';

/** Open data have a list in Markdown of their own, and no call has a page. */
const pattern = '/:page{(?!data/|api/).+\\.md}';
const type = 'text/markdown; charset=UTF-8';

/** What a page is made from: its parts of the path, its query, and the calls that it asks. */
type Asked = { c: AppContext; ask: Ask; parts: readonly string[]; query: URLSearchParams };

/** 410: the product has gone, but the page has a text that is worth reading. */
type Answer = MarkdownPage & { status?: 410 };

/**
 * Every public page as Markdown at its own path and `.md`, made from the calls that pages ask. Texts that only people
 * need, such as the terms, and pages for members have none.
 *
 * @param ownCall answers a call of this server on behalf of the same client, so that its limits count.
 */
export function createMarkdownRoutes(ownCall: (c: AppContext) => Ask): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.use(pattern, compress(), etag({ weak: true }));
  routes.get(pattern, async (c) => {
    c.header('x-robots-tag', 'noindex');
    const { env } = c.var.deps;
    try {
      const { status = 200, ...page } = await readMarkdownPage(c, ownCall(c));
      c.header('link', `<${env.siteURL}${page.path}>; rel="canonical"`);
      const headers = { 'cache-control': publicHeaders['cache-control'], 'content-type': type };
      return c.body(formatMarkdownPage(page, env), status, headers);
    } catch (error) {
      if (error instanceof Moved) return c.redirect(markdownPath(error.path), 308);
      if (!(error instanceof ApiError)) throw error;
      setFailureHeaders(c, error.details);
      return c.body(`# ${error.status}\n\n${error.message}\n`, error.status, { 'content-type': type });
    }
  });
  return routes;
}

/** The page is at another path for good. */
class Moved extends Error {
  override readonly name = 'Moved';
  constructor(readonly path: string) {
    super(path);
  }
}

const noPage = () => new ApiError('not_found', 'There is no such page.');

async function readMarkdownPage(c: AppContext, ask: Ask): Promise<Answer> {
  const asked = { c, ask, parts: partsOf(c.req.path), query: new URL(c.req.url).searchParams };
  const [first = '', second, third, ...rest] = asked.parts;
  if (rest.length > 0) throw noPage();
  const noun = nounSlug(c.var.deps.env.siteNoun);
  if (third !== undefined) {
    if (first === noun && second !== undefined && third === 'alternatives')
      return readAlternatives(asked, second);
    throw noPage();
  }
  if (second === undefined) {
    const read = Object.hasOwn(singlePages, first) ? singlePages[first] : undefined;
    if (!read) throw noPage();
    return read(asked);
  }
  if (first === noun) return readProductPage(asked, second);
  const read = Object.hasOwn(namedPages, first) ? namedPages[first] : undefined;
  if (!read) throw noPage();
  return read(asked, second);
}

/** @throws ApiError `not_found` if the path is badly encoded. */
function partsOf(path: string): string[] {
  try {
    return path.slice(1, -'.md'.length).split('/').map(decodeURIComponent);
  } catch {
    throw noPage();
  }
}

/** Pages by the only part of their path. */
const singlePages: Readonly<Record<string, (asked: Asked) => Answer | Promise<Answer>>> = {
  index: (asked) => readList(asked, '/', { sort: 'hot' }),
  new: (asked) => readList(asked, '/new', { sort: 'new' }),
  search: readSearch,
  async tags({ c, ask }) {
    const { tags } = await read(ask, listTagsCall, '/tags');
    const inOrder = tags.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
    return { path: '/tags', title: 'All tags', blocks: [formatTags(inOrder, c.var.deps.env)] };
  },
  ranking: ({ c }) => ({
    path: '/ranking',
    title: 'How ranking works',
    blocks: formatRanking(c.var.deps.env),
  }),
};

/** Pages by the first part of their path, with the name that follows it. */
const namedPages: Readonly<Record<string, (asked: Asked, name: string) => Answer | Promise<Answer>>> = {
  top(asked, name) {
    const period = TOP_PERIODS.find((each) => each === name);
    if (!period) throw noPage();
    return readList(asked, `/top/${period}`, { sort: 'top', period });
  },
  tag(asked, slug) {
    const sort = PRODUCT_SORTS.find((each) => each === (asked.query.get('sort') || 'hot'));
    const period = TOP_PERIODS.find((each) => each === (asked.query.get('period') || 'all'));
    if (!sort || !period) throw noPage();
    const order = queryOf({
      sort: sort === 'hot' ? undefined : sort,
      period: sort === 'top' ? period : undefined,
    });
    return readList(asked, `/tag/${encodeURIComponent(slug)}${order}`, { sort, period, tag: slug });
  },
  compare: readComparison,
  async u({ c, ask, query }, handle) {
    if (handle !== handle.toLowerCase()) throw new Moved(`/u/${encodeURIComponent(handle.toLowerCase())}`);
    const { env } = c.var.deps;
    const after = query.get('after') || undefined;
    const path = `/users/${encodeURIComponent(handle)}${queryOf({ after })}`;
    const { profile, products, nextCursor } = await read(ask, findProfileCall, path);
    const page = `/u/${encodeURIComponent(profile.handle)}`;
    return {
      path: page + queryOf({ after }),
      title: profile.name,
      blocks: [
        formatProfile(profile, env),
        formatProducts(products, env),
        ...formatNext(page, nextCursor, env),
      ],
    };
  },
};

const listTitles = { hot: 'Hot', new: 'New', top: 'Top' } as const;

async function readList(
  { c, ask, query }: Asked,
  listPath: string,
  list: Pick<ProductListQuery, 'sort'> & Partial<Pick<ProductListQuery, 'period' | 'tag'>>,
): Promise<Answer> {
  const { env } = c.var.deps;
  const filters = readFilters(c) || undefined;
  const after = query.get('after') || undefined;
  const isTagPage = list.tag !== undefined;
  const tag = list.tag ?? (query.get('tag') || undefined);
  const { products, nextCursor } = await read(
    ask,
    listProductsCall,
    `/products${queryOf({ ...list, tag, filters, after })}`,
  );
  const named = tag === undefined ? undefined : await nameOfTag(ask, tag);
  const span = list.sort === 'top' ? ` (${list.period ?? 'all'})` : '';
  const path = addToQuery(isTagPage ? listPath : listPath + queryOf({ tag }), filters);
  return {
    path: addToQuery(path, after && `after=${encodeURIComponent(after)}`),
    title: `${listTitles[list.sort]} ${env.siteNounPlural}${span}${named === undefined ? '' : `: ${named}`}`,
    blocks: [
      ...(listPath === '/' && path === '/' ? [`> ${formatLine(env.siteDescription)}`] : []),
      formatProducts(products, env),
      ...formatNext(path, nextCursor, env),
    ],
  };
}

async function nameOfTag(ask: Ask, slug: string): Promise<string> {
  const { tags } = await read(ask, listTagsCall, '/tags');
  return tags.find((tag) => tag.slug === slug)?.name ?? slug;
}

async function readProductPage({ c, ask }: Asked, slug: string): Promise<Answer> {
  const path = `/products/${encodeURIComponent(slug)}`;
  const { env } = c.var.deps;
  const [{ product }, { products: related }, alternatives] = await movesTo(
    Promise.all([
      read(ask, findProductCall, path),
      read(ask, listRelatedProductsCall, `${path}/related`),
      read(ask, listAlternativesCall, `${path}/alternatives?limit=${ALTERNATIVE_LIMITS.shownMax}`),
    ]),
    (slug) => productPathFor(env.siteNoun, slug),
  );
  return presentProductPage(product, { related, alternatives }, env);
}

async function readAlternatives({ c, ask, query }: Asked, slug: string): Promise<Answer> {
  const { env } = c.var.deps;
  const pathOf = (slug: string) => `${productPathFor(env.siteNoun, slug)}/alternatives`;
  const filters = readFilters(c) || undefined;
  const after = query.get('after') || undefined;
  const page = await movesTo(
    read(
      ask,
      listAlternativesCall,
      `/products/${encodeURIComponent(slug)}/alternatives${queryOf({ filters, after })}`,
    ),
    pathOf,
  );
  const path = addToQuery(pathOf(page.subject.slug), filters);
  const name = page.subject.name ?? `a removed ${env.siteNoun}`;
  return {
    path: addToQuery(path, after && `after=${encodeURIComponent(after)}`),
    title: `Alternatives to ${name}`,
    blocks: [formatAlternatives(page, env), ...formatNext(path, page.nextCursor, env)],
    ...(page.subject.status === 'removed' && { status: 410 }),
  };
}

async function readComparison({ c, ask }: Asked, joined: string): Promise<Answer> {
  const slugs = splitSlugs(joined);
  if (slugs.length < 2 || slugs.length > COMPARED_MAX) throw noPage();
  const { env } = c.var.deps;
  const [{ fields }, ...found] = await Promise.all([
    read(ask, listFieldsCall, '/fields'),
    ...slugs.map((slug) => readPublicProduct(ask, slug)),
  ]);
  const byId = new Map(found.map((product) => [product.id, product]));
  const products = [...byId.values()].toSorted((one, other) => (one.slug < other.slug ? -1 : 1));
  const [only] = products;
  if (products.length === 1 && only) throw new Moved(productPathFor(env.siteNoun, only.slug));
  const canonical = joinSlugs(products.map(({ slug }) => slug));
  const path = `/compare/${encodeURIComponent(canonical)}`;
  if (joined !== canonical) throw new Moved(path);
  return {
    path,
    title: products.map(({ name }) => name).join(' vs '),
    blocks: [formatComparison(products, fields, env)],
  };
}

/** The product with this present or former slug. @throws ApiError `not_found` also for one that was removed. */
async function readPublicProduct(ask: Ask, slug: string): Promise<Product> {
  try {
    return (await read(ask, findProductCall, `/products/${encodeURIComponent(slug)}`)).product;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const movedTo = error.details.fields?.movedTo;
    if (movedTo !== undefined) return readPublicProduct(ask, movedTo);
    throw error.code === 'gone' ? noPage() : error;
  }
}

const hitPage = z.object({ hits: z.array(searchHit), nbPages: z.int() });

async function readSearch({ c, ask, query }: Asked): Promise<Answer> {
  const { env } = c.var.deps;
  const text = (query.get('q') ?? '').trim().slice(0, SEARCH_LIMITS.queryCharsMax);
  const order = SEARCH_ORDERS.find((each) => each === query.get('order')) ?? 'best';
  const number = Math.trunc(Number(query.get('page')));
  const page = number > 1 && number <= SEARCH_LIMITS.paginationLimitedTo ? number : 1;
  const path = `/1/indexes/${searchIndexName(env.siteNoun, order)}/query`;
  const asking = { query: text, page: page - 1, attributesToHighlight: [] };
  const { hits, nbPages } = hitPage.parse(await readJSON(ask(path, asking)));
  const pathOf = (page: number) =>
    `/search${queryOf({ q: text, order: order === 'best' ? undefined : order, page: page > 1 ? String(page) : undefined })}`;
  const nextPath = page < nbPages ? pathOf(page + 1) : undefined;
  return {
    path: pathOf(page),
    title: `Search: ${text}`,
    blocks: [
      formatHits(hits, env),
      ...(nextPath === undefined ? [] : [formatPageLink('Next page', nextPath, env)]),
    ],
  };
}

const readFilters = (c: AppContext): string =>
  writeFilters(readFilterQuery(filterFieldsOf(c.var.deps.env.fields), new URL(c.req.url).search));

function queryOf(values: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, value);
  return query.size > 0 ? `?${query.toString()}` : '';
}

const addToQuery = (path: string, part: string | undefined): string =>
  part ? `${path}${path.includes('?') ? '&' : '?'}${part}` : path;

/** The answer to a call. @throws ApiError as the call failed. */
const read = async <Answer extends Schema>(
  ask: Ask,
  { answer }: Pick<Call<Schema, Schema, Schema, Answer>, 'answer'>,
  path: string,
): Promise<z.output<Answer>> => z.parse(answer, await readJSON(ask(path)));

const algoliaFailure = z.object({ message: z.string(), status: z.number() });

async function readJSON(asked: Promise<Response>): Promise<unknown> {
  const response = await asked;
  const body: unknown = await response.json();
  if (response.ok) return body;
  const { data } = failure.safeParse(body);
  const seconds = Number(response.headers.get('retry-after'));
  throw new ApiError(data?.code ?? codeOf(response.status), data?.message ?? messageOf(body), {
    ...(data?.fields && { fields: data.fields }),
    ...(seconds > 0 && { retryAfterSeconds: seconds }),
  });
}

/** Of a failed search, which answers as Algolia does. */
const codeOf = (status: number): ErrorCode =>
  (({ 400: 'bad_request', 429: 'rate_limited', 503: 'unavailable' }) as const)[status] ?? 'internal';
const messageOf = (body: unknown): string =>
  algoliaFailure.safeParse(body).data?.message ?? 'The search cannot answer right now.';

/** @throws Moved if the product has another slug now. */
async function movesTo<T>(reading: Promise<T>, pathOf: (slug: string) => string): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const movedTo = error instanceof ApiError ? error.details.fields?.movedTo : undefined;
    throw movedTo === undefined ? error : new Moved(pathOf(movedTo));
  }
}
