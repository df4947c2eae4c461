import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { OPEN_CALLS } from '@/lib/contract/calls';
import { markdownPath } from '@/lib/contract/plain/site';
import { listLogEntriesCall } from '@/lib/contract/moderation-log';
import { PRODUCT_SORTS, TOP_PERIODS } from '@/lib/contract/product';
import { OWN_PAGE_LIMITS } from '@/lib/contract/own-page';
import { findProfileCall } from '@/lib/contract/profile';
import { isNounOf } from '@/server/config/noun-forms';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { limited, publicHeaders } from '@/server/http/every-call';
import { setFailureHeaders } from '@/server/http/failure';
import {
  formatDevelopers,
  formatLogEntries,
  formatMarkdownPage,
  formatNext,
  formatProfile,
  formatRanking,
} from '@/server/presenters/markdown-page';
import { findPublishedPage } from '@/server/queries/own-pages';
import { formatProducts } from '@/server/presenters/markdown-product';
import { readList, readSearch, readTags } from './markdown-lists';
import {
  type Answer,
  type Asked,
  Moved,
  noPage,
  queryOf,
  read,
  readAlternatives,
  readComparison,
  readProductPage,
} from './markdown-products';
import type { Ask } from './tool-answers';
import { t, withoutIsolates } from '@/lib/texts/texts';

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
      return c.body(withoutIsolates(`# ${error.status}\n\n${error.message}\n`), error.status, {
        'content-type': type,
      });
    }
  });
  return routes;
}

async function readMarkdownPage(c: AppContext, ask: Ask): Promise<Answer> {
  const asked = { c, ask, parts: partsOf(c.req.path), query: new URL(c.req.url).searchParams };
  const [first = '', second, third, ...rest] = asked.parts;
  if (rest.length > 0) throw noPage();
  const isNoun = (part: string) => isNounOf(c.var.deps.env, part);
  if (third !== undefined) {
    if (isNoun(first) && second !== undefined && third === 'alternatives')
      return readAlternatives(asked, second);
    throw noPage();
  }
  if (second === undefined) {
    const read = Object.hasOwn(singlePages, first) ? singlePages[first] : undefined;
    return read ? read(asked) : readOwnPage(asked, first);
  }
  if (isNoun(first)) return readProductPage(asked, second);
  const read = Object.hasOwn(namedPages, first) ? namedPages[first] : undefined;
  if (!read) throw noPage();
  return read(asked, second);
}

/** A page that admins have written. Its text is Markdown already. */
async function readOwnPage({ c }: Asked, slug: string): Promise<Answer> {
  const page = await findPublishedPage(c.var.deps.db, slug.slice(0, OWN_PAGE_LIMITS.slugCharsMax + 1));
  if (!page) throw noPage();
  return { path: `/${page.slug}`, title: page.title, blocks: [page.body.trim()] };
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
  ranking: () => ({
    path: '/ranking',
    title: t('ranking.title', 'How ranking works'),
    blocks: formatRanking(),
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
      blocks: [formatProfile(profile), formatProducts(products, env), ...formatNext(page, nextCursor, env)],
    };
  },
};
