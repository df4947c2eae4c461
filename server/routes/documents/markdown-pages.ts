import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import * as z from 'zod/mini';
import { OPEN_CALLS } from '@/lib/contract/calls';
import { markdownPath, nounSlug, SEARCH_ORDERS, searchIndexName } from '@/lib/contract/plain/site';
import { listLogEntriesCall } from '@/lib/contract/moderation-log';
import { PRODUCT_SORTS, type ProductSort, TOP_PERIODS, type TopPeriod } from '@/lib/contract/product';
import { listProductsCall, type ProductListQuery } from '@/lib/contract/product-list';
import { findProfileCall } from '@/lib/contract/profile';
import { filledHit, SEARCH_LIMITS } from '@/lib/contract/search';
import { listTagsCall } from '@/lib/contract/tag';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { limited, publicHeaders } from '@/server/http/every-call';
import { setFailureHeaders } from '@/server/http/failure';
import {
  formatDevelopers,
  formatHits,
  formatLine,
  formatLogEntries,
  formatMarkdownPage,
  formatNext,
  nextPageText,
  formatPageLink,
  formatProducts,
  formatProfile,
  formatRanking,
  formatTags,
} from '@/server/presenters/markdown-page';
import {
  addToQuery,
  type Answer,
  type Asked,
  Moved,
  movesTo,
  noPage,
  queryOf,
  read,
  readAlternatives,
  readComparison,
  readFilters,
  readJSON,
  readProductPage,
} from './markdown-products';
import type { Ask } from './tool-answers';
import { perLanguage } from '@/lib/texts/language';
import { t } from '@/lib/texts/texts';

/** Open data have a list in Markdown of their own, and no call has a page. */
const pattern = '/:page{(?!data/|api/).+\\.md}';
const type = 'text/markdown; charset=UTF-8';

/**
 * Every public page as Markdown at its own path and `.md`, made from the calls that pages ask. Pages of text get
 * theirs from `host/pages/text-markdown.ts`; pages for members have none.
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
      const make = () => readMarkdownPage(c, ownCall(c));
      const { status = 200, ...page } = await limited(c, ['renderByAddress'], { isPublic: true }, make);
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

const singlePages: Readonly<Record<string, (asked: Asked) => Answer | Promise<Answer>>> = {
  index: (asked) => readList(asked, '/', { sort: 'hot' }),
  new: (asked) => readList(asked, '/new', { sort: 'new' }),
  search: readSearch,
  tags: readTags,
  async 'moderation-log'({ c, ask, query }) {
    const { env } = c.var.deps;
    const path = `/moderation-log${queryOf({ after: query.get('after') || undefined })}`;
    const { entries, nextCursor } = await read(ask, listLogEntriesCall, path);
    const blocks = [formatLogEntries(entries, env), ...formatNext('/moderation-log', nextCursor, env)];
    return { path, title: t('moderationLog.title', 'Moderation log' /* a page */), blocks };
  },
  developers: ({ c }) => ({
    path: '/developers',
    title: t('developers.title', '{siteName} API' /* a page for developers */),
    blocks: formatDevelopers(OPEN_CALLS, c.var.deps.env),
  }),
  ranking: ({ c }) => ({
    path: '/ranking',
    title: t('markdown.rankingTitle', 'How ranking works'),
    blocks: formatRanking(c.var.deps.env),
  }),
};

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

type ListName = { sort: ProductSort; period: TopPeriod; plural: string; tag: string | undefined };

function titleOfList({ sort, period, plural, tag }: ListName): string {
  const list = sort === 'top' ? period : sort;
  return tag === undefined
    ? t(
        'markdown.listTitle',
        '{list, select, new {New {plural}} day {Top {plural} (day)} week {Top {plural} (week)} month {Top {plural} (month)} all {Top {plural} (all)} other {Hot {plural}}}',
        { list, plural },
      )
    : t(
        'markdown.tagTitle',
        '{list, select, new {New {plural}: {tag}} day {Top {plural} (day): {tag}} week {Top {plural} (week): {tag}} month {Top {plural} (month): {tag}} all {Top {plural} (all): {tag}} other {Hot {plural}: {tag}}}',
        { list, plural, tag },
      );
}

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
  const { products, nextCursor } = await movesTo(
    read(ask, listProductsCall, `/products${queryOf({ ...list, tag, filters, after })}`),
    (slug) =>
      isTagPage
        ? listPath.replace(/^\/tag\/[^?]+/, `/tag/${encodeURIComponent(slug)}`)
        : addToQuery(listPath + queryOf({ tag: slug }), filters),
  );
  const named = tag === undefined ? undefined : await nameOfTag(ask, tag);
  const path = addToQuery(isTagPage ? listPath : listPath + queryOf({ tag }), filters);
  return {
    path: addToQuery(path, after && `after=${encodeURIComponent(after)}`),
    title: titleOfList({
      ...{ sort: list.sort, period: list.period ?? 'all', plural: env.siteNounPlural, tag: named },
    }),
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

const TAGS_PER_PAGE = 500;
const alphabet = perLanguage((language) => new Intl.Collator(language));

async function readTags({ c, ask, query }: Asked): Promise<Answer> {
  const { env } = c.var.deps;
  const { tags } = await read(ask, listTagsCall, '/tags');
  const pages = Math.max(1, Math.ceil(tags.length / TAGS_PER_PAGE));
  const page = Math.min(Math.max(1, Math.trunc(Number(query.get('page'))) || 1), pages);
  const shown = tags
    .toSorted((one, other) => alphabet().compare(one.name, other.name))
    .slice((page - 1) * TAGS_PER_PAGE, page * TAGS_PER_PAGE);
  return {
    path: '/tags',
    title: t('tagIndex.title', 'All tags' /* a page */),
    blocks: [
      formatTags(shown, env),
      ...(page < pages ? [formatPageLink(nextPageText(), `/tags?page=${page + 1}`, env)] : []),
    ],
  };
}

const hitPage = z.object({ hits: z.array(filledHit), nbPages: z.int() });

async function readSearch({ c, ask, query }: Asked): Promise<Answer> {
  const { env } = c.var.deps;
  const text = (query.get('q') ?? '').trim().slice(0, SEARCH_LIMITS.queryCharsMax);
  const order = SEARCH_ORDERS.find((each) => each === query.get('order')) ?? 'best';
  const number = Math.trunc(Number(query.get('page')));
  const page = number > 1 && number <= SEARCH_LIMITS.paginationLimitedTo ? number : 1;
  const path = `/1/indexes/${searchIndexName(env.siteNoun, order)}/query`;
  const asking = { query: text, page: page - 1, attributesToHighlight: [], fillPageWithSomeWords: true };
  const { hits, nbPages } = hitPage.parse(await readJSON(ask(path, asking)));
  const pathOf = (page: number) =>
    `/search${queryOf({ q: text, order: order === 'best' ? undefined : order, page: page > 1 ? String(page) : undefined })}`;
  const nextPath = page < nbPages ? pathOf(page + 1) : undefined;
  return {
    path: pathOf(page),
    title: t('markdown.searchTitle', 'Search: {query}' /* the title of a page */, { query: text }),
    blocks: [
      formatHits(hits, env),
      ...(nextPath === undefined ? [] : [formatPageLink(nextPageText(), nextPath, env)]),
    ],
  };
}
