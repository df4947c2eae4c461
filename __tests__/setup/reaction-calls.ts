import { eq } from 'drizzle-orm';
import { bookmarks, products, upvotes } from '@/server/db/schema';
import { buildSignedInUser, type SignedInUser, type TestApp } from './signed-in-user';

export type ReactionKind = 'upvotes' | 'bookmarks';

export const privatePath = '/api/user/private';
export const noCounts = { upvotes: 0, rankingUpvotes: 0, bookmarks: 0 };

/** The requests that add and remove reactions, and the rows behind them. */
export function setUpReactionCalls(api: TestApp) {
  /** Sends a request from a client address that only this user has, so that limits per address do not apply. */
  const send = (method: string, { headers, id }: SignedInUser, kind: ReactionKind, productId: string) =>
    api.request(method, `${privatePath}/${kind}/${productId}`, { headers, remoteAddress: `10.0.0.${id}` });

  return {
    signedInUser: (overrides?: Parameters<typeof buildSignedInUser>[1]) => buildSignedInUser(api, overrides),
    add: (user: SignedInUser, kind: ReactionKind, productId: string) => send('PUT', user, kind, productId),
    remove: (user: SignedInUser, kind: ReactionKind, productId: string) =>
      send('DELETE', user, kind, productId),
    countsOf: async (productId: string) => {
      const [row] = await api.db
        .select({
          upvotes: products.upvoteCount,
          rankingUpvotes: products.rankingUpvoteCount,
          bookmarks: products.bookmarkCount,
        })
        .from(products)
        .where(eq(products.id, productId));
      return row;
    },
    storedReactions: async () => [
      ...(await api.db.select().from(upvotes)),
      ...(await api.db.select().from(bookmarks)),
    ],
  };
}
