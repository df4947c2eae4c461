import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { hasNoProfile } from '@/lib/contract/plain/former-member';
import { readFilterQuery, writeFilters } from '@/lib/contract/plain/filters';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { TOP_PERIOD_MS } from '@/lib/contract/plain/ranking';
import { FEED_TYPES, type FeedFile, feedPath } from '@/lib/contract/plain/site';
import { type RateLimitName, SEARCH_RATE_LIMITS } from '@/lib/contract/rate-limits';
import { PRODUCT_LIMITS, TOP_PERIODS } from '@/lib/contract/product';
import { findProfileCall } from '@/lib/contract/profile';
import { SEARCH_LIMITS } from '@/lib/contract/search';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/errors';
import { filterFieldsOf } from '@/server/fields/field';
import { limited } from '@/server/http/limited';
import { requireStorable } from '@/server/http/parse-input';
import { addSources, shownProducts } from '@/server/http/public-changes';
import { type Feed, presentFeed } from '@/server/presenters/feed';
import { findPublicUser } from '@/server/queries/account/users';
import {
  listApprovedProducts,
  positionInOrder,
  readApprovedProducts,
} from '@/server/queries/products/product-listings';
import { findListFilter } from '@/server/queries/products/product-terms';
import {
  type ListedProductRow,
  listApprovedProductsById,
  listApprovedProductsOf,
  readDescriptions,
} from '@/server/queries/products/products';
import { listRemovedProducts } from '@/server/queries/products/removed-products';
import { findTagBySlug } from '@/server/queries/products/tags';
import { search } from '@/server/search/search';

/** A feed reader asks every few minutes, and whatever is new may be a minute late. In seconds. */
const MAX_AGE = 60;
const limit = PRODUCT_LIMITS.pageSize;

const isFeedFile = (file: string): file is FeedFile => Object.hasOwn(FEED_TYPES, file);
// In a group: Hono anchors only the ends of a pattern.
const file = `:file{(?:${Object.keys(FEED_TYPES).join('|').replaceAll('.', '\\.')})}`;

/** How long, and how many at most, a feed names products that were removed. */
const REMOVED_DAYS = 30;
const REMOVED_MAX = 50;

type FeedHead = Omit<Feed, 'descriptions' | 'removed' | 'hubURL'> & {
  /** Whose removed products the feed names. Absent: those of the whole site. */
  removedOf?: { tagId?: string; submitterId?: string };
};

type FeedOptions = {
  limits?: readonly RateLimitName[];
  /** The path of a list whose changes the hub is told. Not of filtered lists, searches and orders by upvotes. */
  announcedPath?: string;
};

/** The newest products of lists, tags, members and searches, and the top of a period, for feed readers. */
export const feedRoutes = new Hono<AppEnv>();
feedRoutes.use(`/${file}`, compress(), etag({ weak: true }));
feedRoutes.use(`/:list/${file}`, compress(), etag({ weak: true }));
feedRoutes.use(`/:list/:name/${file}`, compress(), etag({ weak: true }));

feedRoutes.get(`/${file}`, (c) =>
  sendFeed(
    c,
    '/',
    async () => {
      const { siteName, siteDescription } = c.var.deps.env;
      return { title: siteName, description: siteDescription, ...(await listNewest(c, '/')) };
    },
    { announcedPath: '/' },
  ),
);

feedRoutes.get(`/top/:period/${file}`, (c) => {
  const period = TOP_PERIODS.find((each) => each === c.req.param('period'));
  if (!period) throw noFeed();
  return sendFeed(c, `top/${period}`, async () => {
    const { db, env, now } = c.var.deps;
    const until = now();
    const since = period === 'all' ? undefined : new Date(until.getTime() - TOP_PERIOD_MS[period]);
    const rows = await listApprovedProducts(db, {
      sort: 'top',
      limit,
      ...(since && { period: { since, until } }),
    });
    addSources({ ...shownProducts(rows), lists: [{ sort: 'top' }] });
    const span = period === 'all' ? 'of all time' : `of the ${period}`;
    const title = `Top ${env.siteNounPlural} ${span} · ${env.siteName}`;
    return { title, description: 'Those with the most upvotes first.', path: `/top/${period}`, rows };
  });
});

feedRoutes.get(`/tag/:slug/${file}`, (c) => {
  const slug = c.req.param('slug');
  requireStorable(slug);
  const path = `/tag/${encodeURIComponent(slug)}`;
  return sendFeed(
    c,
    `tag/${slug}`,
    async () => {
      const { db, env } = c.var.deps;
      const tag = await findTagBySlug(db, slug);
      if (!tag) throw new ApiError('not_found', "This tag doesn't exist.");
      return {
        title: `${tag.name} · ${env.siteName}`,
        description: `The newest ${env.siteNounPlural} with the tag ${tag.name}.`,
        removedOf: { tagId: tag.id },
        ...(await listNewest(c, path, tag)),
      };
    },
    { announcedPath: path },
  );
});

feedRoutes.get(`/u/:handle/${file}`, (c) => {
  const handle = findProfileCall.params.safeParse(c.req.param()).data?.handle;
  if (handle === undefined) throw noFeed();
  const path = `/u/${encodeURIComponent(handle)}`;
  return sendFeed(
    c,
    `u/${handle}`,
    async () => {
      const { db, env } = c.var.deps;
      const user = hasNoProfile(handle) ? undefined : await findPublicUser(db, handle);
      if (!user) throw new ApiError('not_found', "There's no member with this name.");
      const rows = await listApprovedProductsOf(db, { submitterId: user.id, limit });
      addSources({ ...shownProducts(rows), lists: [{ sort: 'new' }] });
      addSources({ users: new Set([user.id]) });
      return {
        title: `${user.name} · ${env.siteName}`,
        description: `The ${env.siteNounPlural} that ${user.name} submitted.`,
        removedOf: { submitterId: user.id },
        path,
        rows,
      };
    },
    { announcedPath: path },
  );
});

feedRoutes.get(`/search/${file}`, (c) => {
  const text = (c.req.query('q') ?? '').trim();
  if (text === '' || text.length > SEARCH_LIMITS.queryCharsMax) {
    throw new ApiError('bad_request', `Add ?q= with up to ${SEARCH_LIMITS.queryCharsMax} characters.`);
  }
  requireStorable(text);
  return sendFeed(
    c,
    `search/${text}`,
    async () => {
      const { db, env } = c.var.deps;
      const { hits } = await search(c.var.deps, {
        ...{ text, filter: undefined, correctsMistakes: false },
        ...{ from: 0, to: limit, order: 'newest' },
      });
      const rows = await listApprovedProductsById(
        db,
        hits.map(({ id }) => id),
      );
      addSources({ ...shownProducts(rows), isFromSearch: true });
      return {
        title: `${text} · ${env.siteName}`,
        description: `The newest ${env.siteNounPlural} that are found by “${text}”.`,
        path: `/search?${new URLSearchParams({ q: text }).toString()}`,
        rows,
      };
    },
    { limits: SEARCH_RATE_LIMITS },
  );
});

const noFeed = () => new ApiError('not_found', 'There is no such feed.');

const readFilters = (c: AppContext) =>
  readFilterQuery(filterFieldsOf(c.var.deps.env.fields), new URL(c.req.url).search);

/** The newest products of a tag or of all, that match the filters in the address. */
async function listNewest(
  c: AppContext,
  listPath: string,
  tag?: { id: string; slug: string },
): Promise<{ path: string; rows: ListedProductRow[] }> {
  const { db } = c.var.deps;
  const filters = readFilters(c);
  const filter = await findListFilter(db, filters);
  const page = filter && (await readApprovedProducts(db, { sort: 'new', tagId: tag?.id, filter, limit }));
  const rows = page?.rows ?? [];
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const lowest = last && positionInOrder(last, 'new').value;
  addSources({
    ...shownProducts(rows),
    lists: [{ sort: 'new', tag: tag?.slug, lowest: typeof lowest === 'number' ? lowest : undefined }],
  });
  return { path: filters.length > 0 ? `${listPath}?${writeFilters(filters)}` : listPath, rows };
}

/** Sends a feed from the response cache. @param name tells the lists apart, and the filters in the address their parts. */
async function sendFeed(
  c: AppContext,
  name: string,
  read: () => Promise<FeedHead>,
  { limits = ['readByAddress'], announcedPath }: FeedOptions = {},
): Promise<Response> {
  const file = c.req.param('file') ?? '';
  if (!isFeedFile(file)) throw noFeed();
  const { db, env, now, publicChanges, responseCache } = c.var.deps;
  await publicChanges.keepUp();
  const filters = writeFilters(readFilters(c));
  const topic = filters === '' && announcedPath !== undefined ? feedPath(announcedPath, file) : undefined;
  const hubURL = topic === undefined ? undefined : env.announcements.hubURL;
  const key = `${file} ${name} ${filters}`;
  const make = async () => {
    const { removedOf, ...head } = await read();
    const ids = head.rows.map(({ id }) => id);
    const descriptions = await readDescriptions(db, ids);
    const since = new Date(now().getTime() - REMOVED_DAYS * DAY_MS);
    // The other formats have no form for them.
    const removed =
      file === 'feed.xml' ? await listRemovedProducts(db, { ...removedOf, since, limit: REMOVED_MAX }) : [];
    return presentFeed(file, { ...head, descriptions, removed, hubURL }, env);
  };
  const body =
    responseCache.peek(key) ??
    (await limited(c, limits, { isPublic: true }, () => responseCache.get(key, make)));
  return c.body(body, 200, {
    'content-type': `${FEED_TYPES[file]}; charset=UTF-8`,
    'cache-control': `public, max-age=${MAX_AGE}`,
    ...(topic !== undefined &&
      hubURL !== undefined && { link: `<${hubURL}>; rel="hub", <${env.siteURL}${topic}>; rel="self"` }),
  });
}
