import { Hono } from 'hono';
import type { ListedProduct } from '@/lib/contract/product';
import {
  addBookmarkCall,
  addUpvoteCall,
  listBookmarksCall,
  listReactionsCall,
  REACTION_LIMITS,
  removeBookmarkCall,
  removeUpvoteCall,
} from '@/lib/contract/reaction';
import { requireReactableProduct, setBookmark } from '@/server/commands/reactions/reactions';
import type { AppContext, AppEnv } from '@/server/context';
import { clientAddressOf } from '@/server/http/client-address';
import { memberEndpoint, selfCountingEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { listUpvotedAlternatives } from '@/server/queries/reactions/alternative-upvotes';
import { bookmarkOrder, listBookmarks, listReactions } from '@/server/queries/reactions/reactions';
import { listApprovedProductsById } from '@/server/queries/products/products';
import { presentListedProducts } from './shown-products';

export const reactionRoutes = new Hono<AppEnv>();

for (const [call, isWanted] of [
  [addUpvoteCall, true],
  [removeUpvoteCall, false],
] as const) {
  selfCountingEndpoint(reactionRoutes, call, async (c, { viewer, uncounted, params: { productId } }) => {
    const { deps } = c.var;
    const address = clientAddressOf(c);
    const network = address === undefined ? '' : deps.networkHash(address);
    const product = await deps.upvoteQueue.add(viewer, { productId, isWanted, network }, uncounted);
    const { upvoteCount } = requireReactableProduct(deps, product, { isWanted });
    return { upvoteCount, upvoted: isWanted };
  });
}

memberEndpoint(reactionRoutes, addBookmarkCall, (c, { viewer, params: { productId } }) =>
  setBookmark(c.var.deps, viewer, { productId, isWanted: true }),
);

memberEndpoint(reactionRoutes, removeBookmarkCall, (c, { viewer, params: { productId } }) =>
  setBookmark(c.var.deps, viewer, { productId, isWanted: false }),
);

memberEndpoint(reactionRoutes, listReactionsCall, async (c, { viewer: { userId }, query: { ids } }) => {
  const { db } = c.var.deps;
  const isPair = (id: string) => id.includes('-');
  const [{ upvoted, bookmarked }, upvotedPairs] = await Promise.all([
    listReactions(
      db,
      userId,
      ids.filter((id) => !isPair(id)),
    ),
    listUpvotedAlternatives(db, userId, ids.filter(isPair)),
  ]);
  return { upvoted: [...upvoted, ...upvotedPairs], bookmarked };
});

memberEndpoint(reactionRoutes, listBookmarksCall, async (c, { viewer, query }) => {
  const page = { after: query.after, limit: REACTION_LIMITS.bookmarksPageSize };
  const { rows, nextCursor } = await readPage(c, bookmarkOrder, page, (from) =>
    listBookmarks(c.var.deps.db, { ...from, userId: viewer.userId }),
  );
  const ids = rows.map(({ productId }) => productId);
  return { products: await presentInOrder(c, ids), nextCursor };
});

async function presentInOrder(c: AppContext, ids: readonly string[]): Promise<ListedProduct[]> {
  if (ids.length === 0) return [];
  const rows = await listApprovedProductsById(c.var.deps.db, ids);
  const products = new Map((await presentListedProducts(c, rows)).map((product) => [product.id, product]));
  return ids.flatMap((id) => products.get(id) ?? []);
}
