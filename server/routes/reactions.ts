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
import { setBookmark } from '@/server/commands/reactions/set-bookmark';
import { setUpvote } from '@/server/commands/reactions/set-upvote';
import type { AppContext, AppEnv } from '@/server/context';
import { memberEndpoint, selfCountingEndpoint } from '@/server/http/endpoint';
import { readPage } from '@/server/http/page';
import { presentListedProduct } from '@/server/presenters/product';
import { listBookmarks } from '@/server/queries/reactions/bookmarks';
import { listApprovedProductsById } from '@/server/queries/products/products';
import { listReactions } from '@/server/queries/reactions/reactions';

export const reactionRoutes = new Hono<AppEnv>();

selfCountingEndpoint(reactionRoutes, addUpvoteCall, (c, { viewer, uncounted, params: { productId } }) =>
  setUpvote(c.var.deps, viewer, { productId, isWanted: true }, uncounted),
);

selfCountingEndpoint(reactionRoutes, removeUpvoteCall, (c, { viewer, uncounted, params: { productId } }) =>
  setUpvote(c.var.deps, viewer, { productId, isWanted: false }, uncounted),
);

memberEndpoint(reactionRoutes, addBookmarkCall, (c, { viewer, params: { productId } }) =>
  setBookmark(c.var.deps, viewer, { productId, isWanted: true }),
);

memberEndpoint(reactionRoutes, removeBookmarkCall, (c, { viewer, params: { productId } }) =>
  setBookmark(c.var.deps, viewer, { productId, isWanted: false }),
);

memberEndpoint(reactionRoutes, listReactionsCall, (c, { viewer, query: { ids } }) =>
  listReactions(c.var.deps.db, viewer.userId, ids),
);

memberEndpoint(reactionRoutes, listBookmarksCall, async (c, { viewer, query }) => {
  const { db, cursorSigner: signer } = c.var.deps;
  const { rows, nextCursor } = await readPage(
    { signer, list: 'bookmarks', after: query.after, limit: REACTION_LIMITS.bookmarksPageSize },
    {
      read: (from) => listBookmarks(db, { ...from, userId: viewer.userId }),
      positionOf: ({ createdAt, productId }) => ({ value: createdAt, id: productId }),
    },
  );
  const ids = rows.map(({ productId }) => productId);
  return { products: await presentInOrder(c, ids), nextCursor };
});

async function presentInOrder(c: AppContext, ids: readonly string[]): Promise<ListedProduct[]> {
  const { db, env } = c.var.deps;
  if (ids.length === 0) return [];
  const rows = new Map((await listApprovedProductsById(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [presentListedProduct(row, env)] : [];
  });
}
