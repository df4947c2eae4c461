import { Hono } from 'hono';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { TOP_PERIOD_MS } from '@/lib/contract/plain/ranking';
import { findProductCall, listRelatedProductsCall, PRODUCT_LIMITS } from '@/lib/contract/product';
import { findProductVotesCall } from '@/lib/contract/reaction';
import { findOverviewCall, OVERVIEW_LIMITS } from '@/lib/contract/product-list';
import { listFieldsCall } from '@/lib/contract/field';
import { findTagCall, listTagsCall } from '@/lib/contract/tag';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { endpoint } from '@/server/http/endpoint';
import { findViewer, readAccessToken } from '@/server/http/member-endpoint';
import { addSources } from '@/server/http/public-changes';
import { shownProducts } from '@/server/http/sources';
import { requireTag } from '@/server/http/list-subjects';
import { canOpenProduct, isPublicProduct } from '@/server/policies/viewer';
import { shownLanguages } from '@/server/presenters/languages';
import { presentListedProduct, presentProduct, presentVotes } from '@/server/presenters/product';
import { countDirectory, listRecentSubmitters, listTagsInDemand } from '@/server/queries/overview';
import { listApprovedProducts } from '@/server/queries/products/product-listings';
import { findHotPlace, findTopPlace, findVoteCounts } from '@/server/queries/products/votes';
import {
  findProductBySlug,
  listApprovedProductsById,
  listPublicProductsById,
  type ProductRow,
} from '@/server/queries/products/products';
import { listVerifiedHosts } from '@/server/queries/products/claims';
import { findDiscontinuation } from '@/server/queries/products/product-rows';
import { listUsedTags } from '@/server/queries/products/tags';
import { findSimilarProducts } from '@/server/search/similar-products';
import { listListedAncestors, listListedChildren } from '@/server/queries/tags/curated-tags';
import { presentListedProducts } from './shown-products';
import { shownHost } from '@/server/text/shown-host';
import { text } from '@/lib/texts/texts';

/** A tag with more tags right below it should have another level. */
const TAG_CHILDREN_MAX = 50;

/** Answers without a token are the same for everyone. */
const hasNoToken = (c: AppContext) => readAccessToken(c) === undefined;

export const productRoutes = new Hono<AppEnv>();

endpoint(
  productRoutes,
  findProductCall,
  async (c, { params }) => {
    const row = await requireVisibleProduct(c, params.slug);
    addSources(shownProducts([row]));
    const standing = await findStanding(c, row);
    const discontinuation = await readDiscontinuation(c, row);
    const host = new URL(row.url).hostname;
    const isVerified =
      isPublicProduct(row) && (await listVerifiedHosts(c.var.deps.db, row.id)).includes(host);
    return {
      product: {
        ...presentProduct(row, c.var.deps.env),
        ...(standing && { standing }),
        ...(discontinuation && { discontinuation }),
        ...(isVerified && { verifiedHost: shownHost(host) }),
      },
    };
  },
  { isPublic: hasNoToken },
);

endpoint(
  productRoutes,
  findProductVotesCall,
  async (c, { params }) => {
    const { db } = c.var.deps;
    const row = await requireVisibleProduct(c, params.slug);
    const { id, slug, name, rankingUpvoteCount } = row;
    addSources(shownProducts([row]));
    const standing = await findStanding(c, row);
    const votes = standing && (await findVoteCounts(db, id));
    if (!votes) throw new ApiError('not_found', text('product.notListed', "This {noun} isn't listed."));
    const places = { hot: standing.place, top: await findTopPlace(db, { rankingUpvoteCount, id }) };
    return { product: { slug, name }, votes: presentVotes(votes, places) };
  },
  { isPublic: hasNoToken },
);

endpoint(
  productRoutes,
  listRelatedProductsCall,
  async (c, { params }) => {
    const { deps } = c.var;
    const row = await requireVisibleProduct(c, params.slug);
    const ids = await findSimilarProducts(deps, row, PRODUCT_LIMITS.relatedMax);
    const rows = await listApprovedProductsById(deps.db, ids);
    // Another product may become similar by any change: that shows a while later.
    addSources({ ...shownProducts([row, ...rows]), maxAgeMs: 10 * MINUTE_MS });
    return { products: await presentListedProducts(c, rows) };
  },
  { isPublic: hasNoToken },
);

endpoint(
  productRoutes,
  listTagsCall,
  async (c) => {
    addSources({ isFromTags: true });
    return { tags: await listUsedTags(c.var.deps.db) };
  },
  { isPublic: true },
);

endpoint(
  productRoutes,
  findTagCall,
  async (c, { params }) => {
    const { db } = c.var.deps;
    const { id, slug, name, productCount, description } = await requireTag(c, params.slug);
    addSources({ isFromTags: true });
    const [ancestors, children] = await Promise.all([
      listListedAncestors(db, id),
      listListedChildren(db, id, TAG_CHILDREN_MAX),
    ]);
    return { tag: { slug, name, productCount, description, ancestors, children } };
  },
  { isPublic: true },
);

endpoint(
  productRoutes,
  listFieldsCall,
  (c) =>
    Promise.resolve({
      fields: c.var.deps.env.fields.map(({ key, label, help, isRequired, control, isFacet, filter }) => ({
        ...{ key, label, isRequired, control },
        ...(help !== undefined && { help }),
        ...(isFacet && filter && { filter }),
      })),
    }),
  { isPublic: true },
);

endpoint(
  productRoutes,
  findOverviewCall,
  async (c) => {
    const { db, env, now } = c.var.deps;
    const { topOfWeekMax, tagsMax, recentSubmittersMax } = OVERVIEW_LIMITS;
    const until = now();
    const period = { since: new Date(until.getTime() - TOP_PERIOD_MS.week), until };
    const [top, tags, submitters, counts] = await Promise.all([
      listApprovedProducts(db, { sort: 'top', period, limit: topOfWeekMax }),
      listTagsInDemand(db, tagsMax),
      listRecentSubmitters(db, recentSubmittersMax),
      countDirectory(db, until),
    ]);
    const last = top.at(-1);
    const lowest = top.length === topOfWeekMax && last ? last.rankingUpvoteCount : undefined;
    addSources({ ...shownProducts(top), lists: [{ sort: 'top', lowest }], isFromTags: true });
    // Products leave the week as time passes.
    addSources({ users: new Set(submitters.map(({ id }) => id)), maxAgeMs: MINUTE_MS });
    return {
      topOfWeek: top.map((row) => presentListedProduct(row, env)),
      tags,
      recentSubmitters: submitters.map(({ handle, name, avatarURL, role }) => ({
        ...{ handle, name, avatarURL },
        ...(role && { role }),
      })),
      counts,
    };
  },
  { isPublic: true },
);

/** Any upvote may change the places of products below, and none of their pages is rendered for that alone. */
const PLACE_MAX_AGE_MS = 10 * MINUTE_MS;

async function findStanding(c: AppContext, { id, status, hot, rankingUpvoteCount }: ProductRow) {
  if (status !== 'approved' || hot === null) return undefined;
  const { place, productCount } = await findHotPlace(c.var.deps.db, { hot, id });
  // Places on the first page are those that people compare.
  const isOnFirstPage = place !== null && place <= PRODUCT_LIMITS.pageSize;
  addSources({
    maxAgeMs: PLACE_MAX_AGE_MS,
    lists: isOnFirstPage ? [{ sort: 'hot', lowest: hot }] : [],
  });
  return { place, productCount, rankingUpvoteCount };
}

/** Since when and why the product is discontinued, and where to go instead. */
async function readDiscontinuation(c: AppContext, { id, status }: ProductRow) {
  const { db, env } = c.var.deps;
  const found = status === 'discontinued' ? await findDiscontinuation(db, id) : undefined;
  if (!found) return undefined;
  const { successorIds, languages: stored, ...rest } = found;
  const languages = shownLanguages(stored);
  const successors = await listPublicProductsById(db, successorIds);
  // A successor that is not public now may come back.
  addSources({ ...shownProducts(successors), products: new Set(successorIds) });
  return {
    ...rest,
    ...(languages && { languages }),
    successors: successors.map((row) => presentListedProduct(row, env)),
  };
}

/**
 * An approved or discontinued product; with a session token also a pending or rejected product of the viewer, and any for moderators.
 *
 * @throws ApiError `not_found`, with the present slug in `fields.movedTo` for a former one; `gone` when it was removed.
 */
async function requireVisibleProduct(c: AppContext, slug: string): Promise<ProductRow> {
  const { db } = c.var.deps;
  const row = await findProductBySlug(db, slug);
  if (row?.status === 'removed')
    throw new ApiError('gone', text('product.removed', 'This {noun} was removed.'));
  const viewer = row && !isPublicProduct(row) ? await findViewer(c) : undefined;
  if (!row || !canOpenProduct(viewer, row)) {
    throw new ApiError('not_found', text('product.missing', "This {noun} doesn't exist."));
  }
  if (row.slug !== slug) {
    throw new ApiError('not_found', text('product.moved', 'This {noun} has moved.'), {
      fields: { movedTo: row.slug },
    });
  }
  return row;
}
