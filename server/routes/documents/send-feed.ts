import { DAY_MS } from '@/lib/contract/plain/durations';
import { readFilterQuery, writeFilters } from '@/lib/contract/plain/filters';
import { FEED_TYPES, type FeedFile, feedPath } from '@/lib/contract/plain/site';
import type { RateLimitName } from '@/lib/contract/rate-limits';
import type { AppContext } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { filterFieldsOf } from '@/server/fields/field';
import { limited } from '@/server/http/every-call';
import { sendCompressed } from '@/server/http/send-compressed';
import { type Feed, presentFeed, presentFeedProduct } from '@/server/presenters/feed';
import { type ListedProductRow, readDescriptions } from '@/server/queries/products/products';
import { listRemovedProducts } from '@/server/queries/products/removals';
import { text } from '@/lib/texts/texts';

/** A feed reader asks every few minutes, and whatever is new may be a minute late. In seconds. */
const MAX_AGE = 60;

/** How long, and how many at most, a feed names products that were removed. */
const REMOVED_DAYS = 30;
const REMOVED_MAX = 50;

type FeedHead = Pick<Feed, 'title' | 'description' | 'path'>;

type ProductFeedHead = FeedHead & {
  rows: readonly ListedProductRow[];
  /** Whose removed products the feed names. Absent: those of the whole site. */
  removedOf?: { tagId?: string; submitterId?: string };
};

type FeedOptions = {
  limits?: readonly RateLimitName[];
  /** The path of a list whose changes the hub is told. Not of filtered lists, searches and orders by upvotes. */
  announcedPath?: string;
};

const isFeedFile = (file: string): file is FeedFile => Object.hasOwn(FEED_TYPES, file);

export const noFeed = () => new ApiError('not_found', text('feed.missing', 'There is no such feed.'));

export const readFeedFilters = (c: AppContext) =>
  readFilterQuery(filterFieldsOf(c.var.deps.env.fields), new URL(c.req.url).search);

/** Sends a feed from the response cache. @param name tells the lists apart, and the filters in the address their parts. */
export async function sendFeed(
  c: AppContext,
  name: string,
  read: () => Promise<ProductFeedHead | (FeedHead & Pick<Feed, 'entries'>)>,
  { limits = ['readByAddress'], announcedPath }: FeedOptions = {},
): Promise<Response> {
  const file = c.req.param('file') ?? '';
  if (!isFeedFile(file)) throw noFeed();
  const { db, env, now, publicChanges, responseCache } = c.var.deps;
  await publicChanges.keepUp();
  const filters = writeFilters(readFeedFilters(c));
  const topic = filters === '' && announcedPath !== undefined ? feedPath(announcedPath, file) : undefined;
  const hubURL = topic === undefined ? undefined : env.announcements.hubURL;
  const key = `${file} ${name} ${filters}`;
  const make = async () => {
    const head = await read();
    if ('entries' in head) return presentFeed(file, { ...head, removed: [], hubURL }, env);
    const { rows, removedOf } = head;
    const descriptions = await readDescriptions(
      db,
      rows.map(({ id }) => id),
    );
    const entries = rows.map((row) => presentFeedProduct(row, descriptions.get(row.id) ?? '', env));
    const since = new Date(now().getTime() - REMOVED_DAYS * DAY_MS);
    // The other formats have no form for them.
    const removed =
      file === 'feed.xml' ? await listRemovedProducts(db, { ...removedOf, since, limit: REMOVED_MAX }) : [];
    return presentFeed(file, { ...head, entries, removed, hubURL }, env);
  };
  const body =
    responseCache.peek(key) ??
    (await limited(c, [...limits, 'renderByAddress'], { isPublic: true }, () =>
      responseCache.get(key, make),
    ));
  return sendCompressed(c, body, {
    'content-type': `${FEED_TYPES[file]}; charset=UTF-8`,
    'cache-control': `public, max-age=${MAX_AGE}`,
    ...(topic !== undefined &&
      hubURL !== undefined && { link: `<${hubURL}>; rel="hub", <${env.siteURL}${topic}>; rel="self"` }),
  });
}
