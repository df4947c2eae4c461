import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { writeFilters } from '@/lib/contract/plain/filters';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { TOP_PERIOD_MS } from '@/lib/contract/plain/ranking';
import { hasNoProfile, FEED_TYPES } from '@/lib/contract/plain/site';
import { SEARCH_RATE_LIMITS } from '@/lib/contract/rate-limits';
import { LOG_PAGE_SIZE } from '@/lib/contract/moderation-log';
import { PRODUCT_LIMITS, TOP_PERIODS } from '@/lib/contract/product';
import { findProfileCall } from '@/lib/contract/profile';
import { SEARCH_LIMITS } from '@/lib/contract/search';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { requireStorable } from '@/server/http/parse-input';
import { addSources } from '@/server/http/public-changes';
import { shownProducts } from '@/server/http/sources';
import { requireTag } from '@/server/http/list-subjects';
import { presentFeedLogEntry } from '@/server/presenters/feed';
import { listLogEntries } from '@/server/queries/audit-entries';
import { findPublicUser } from '@/server/queries/account/users';
import { listApprovedProducts, readApprovedProducts } from '@/server/queries/products/product-listings';
import { findListFilter } from '@/server/queries/products/product-terms';
import {
  productOrders,
  listApprovedProductsById,
  listApprovedProductsOf,
  type ListedProductRow,
} from '@/server/queries/products/products';
import { search } from '@/server/search/search';
import { noFeed, readFeedFilters, sendFeed } from './send-feed';
import { t, text } from '@/lib/texts/texts';

const limit = PRODUCT_LIMITS.pageSize;

// In a group: Hono anchors only the ends of a pattern.
const file = `:file{(?:${Object.keys(FEED_TYPES).join('|').replaceAll('.', '\\.')})}`;

/** The newest products of lists, tags, members and searches, and the top of a period, for feed readers. */
export const feedRoutes = new Hono<AppEnv>();
feedRoutes.use(`/${file}`, etag({ weak: true }));
feedRoutes.use(`/:list/${file}`, etag({ weak: true }));
feedRoutes.use(`/:list/:name/${file}`, etag({ weak: true }));

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

const topTitles: Record<(typeof TOP_PERIODS)[number], () => string> = {
  day: () => t('feed.topOfDay', 'Top {nouns} of the day · {siteName}'),
  week: () => t('feed.topOfWeek', 'Top {nouns} of the week · {siteName}'),
  month: () => t('feed.topOfMonth', 'Top {nouns} of the month · {siteName}'),
  all: () => t('feed.topOfAllTime', 'Top {nouns} of all time · {siteName}'),
};

feedRoutes.get(`/top/:period/${file}`, (c) => {
  const period = TOP_PERIODS.find((each) => each === c.req.param('period'));
  if (!period) throw noFeed();
  return sendFeed(c, `top/${period}`, async () => {
    const { db, now } = c.var.deps;
    const until = now();
    const since = period === 'all' ? undefined : new Date(until.getTime() - TOP_PERIOD_MS[period]);
    const rows = await listApprovedProducts(db, {
      sort: 'top',
      limit,
      ...(since && { period: { since, until } }),
    });
    addSources({ ...shownProducts(rows), lists: [{ sort: 'top' }] });
    return {
      title: topTitles[period](),
      description: t('feed.topDescription', 'Those with the most upvotes first.'),
      path: `/top/${period}`,
      rows,
    };
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
      const { env } = c.var.deps;
      const tag = await requireTag(
        c,
        slug,
        (present) => `../${encodeURIComponent(present)}/${c.req.param('file')}${new URL(c.req.url).search}`,
      );
      return {
        title: `${tag.name} · ${env.siteName}`,
        description: t('feed.tagDescription', 'The newest {nouns} with the tag {name}.', { name: tag.name }),
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
      if (!user) throw new ApiError('not_found', text('member.missing', "There's no member with this name."));
      const rows = await listApprovedProductsOf(db, { submitterId: user.id, limit });
      addSources({ ...shownProducts(rows), lists: [{ sort: 'new' }] });
      addSources({ users: new Set([user.id]) });
      return {
        title: `${user.name} · ${env.siteName}`,
        description: t('feed.memberDescription', 'The {nouns} that {name} submitted.', { name: user.name }),
        removedOf: { submitterId: user.id },
        path,
        rows,
      };
    },
    { announcedPath: path },
  );
});

feedRoutes.get(`/search/${file}`, (c) => {
  const query = (c.req.query('q') ?? '').trim();
  if (query === '' || query.length > SEARCH_LIMITS.queryCharsMax) {
    throw new ApiError(
      'bad_request',
      text('feed.queryMissing', 'Add ?q= with up to {max} characters.', {
        max: SEARCH_LIMITS.queryCharsMax,
      }),
    );
  }
  requireStorable(query);
  return sendFeed(
    c,
    `search/${query}`,
    async () => {
      const { db, env } = c.var.deps;
      const { hits } = await search(c.var.deps, {
        ...{ text: query, filter: undefined, correctsMistakes: false },
        ...{ from: 0, to: limit, order: 'newest' },
      });
      const rows = await listApprovedProductsById(
        db,
        hits.map(({ id }) => id),
      );
      addSources({ ...shownProducts(rows), isFromSearch: true });
      return {
        title: `${query} · ${env.siteName}`,
        description: t('feed.searchDescription', 'The newest {nouns} that are found by “{query}”.', {
          query,
        }),
        path: `/search?${new URLSearchParams({ q: query }).toString()}`,
        rows,
      };
    },
    { limits: SEARCH_RATE_LIMITS },
  );
});

feedRoutes.get(`/moderation-log/${file}`, (c) =>
  sendFeed(c, 'moderation-log', async () => {
    const { db, env } = c.var.deps;
    const logged = await listLogEntries(db, { limit: LOG_PAGE_SIZE });
    addSources({
      products: new Set(logged.flatMap(({ productId }) => productId ?? [])),
      maxAgeMs: MINUTE_MS,
    });
    return {
      title: t('feed.logTitle', 'Moderation log · {siteName}'),
      description: t('feed.logDescription', 'What moderators did, newest first.'),
      path: '/moderation-log',
      entries: logged.map((entry) => presentFeedLogEntry(entry, env)),
    };
  }),
);

async function listNewest(
  c: AppContext,
  listPath: string,
  tag?: { id: string; slug: string },
): Promise<{ path: string; rows: ListedProductRow[] }> {
  const { db } = c.var.deps;
  const filters = readFeedFilters(c);
  const filter = await findListFilter(db, filters);
  const page = filter && (await readApprovedProducts(db, { sort: 'new', tagId: tag?.id, filter, limit }));
  const rows = page?.rows ?? [];
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const lowest = last && productOrders.new.positionOf(last).value;
  addSources({
    ...shownProducts(rows),
    lists: [{ sort: 'new', tag: tag?.slug, lowest: typeof lowest === 'number' ? lowest : undefined }],
  });
  return { path: filters.length > 0 ? `${listPath}?${writeFilters(filters)}` : listPath, rows };
}
