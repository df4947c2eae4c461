import * as z from 'zod/mini';
import { findUserCall, readUser, checkAuthenticateCall } from '@/lib/contract/user';
import { readSessionToken } from '@/lib/session-token';
import { call } from './http';
import {
  addAlternativeUpvoteCall,
  addBookmarkCall,
  addUpvoteCall,
  listReactionsCall,
  REACTION_LIMITS,
  removeAlternativeUpvoteCall,
  removeBookmarkCall,
  removeUpvoteCall,
} from '@/lib/contract/reaction';

export const findUser = async () =>
  (await call({ ...findUserCall, answer: z.object({ user: readUser }) })).user;

/**
 * Whether this browser's session is valid.
 *
 * @throws ApiFailure when the check fails. Callers then count the visitor as not authenticated.
 */
export const checkAuthenticate = async () =>
  (await call(checkAuthenticateCall, { accessToken: readSessionToken() })).authenticated;

/** @param id of a product, or of a pair of alternatives: `7-12`. */
const setUpvote = (id: string, isWanted: boolean) =>
  id.includes('-')
    ? call(isWanted ? addAlternativeUpvoteCall : removeAlternativeUpvoteCall, { params: { id } })
    : call(isWanted ? addUpvoteCall : removeUpvoteCall, { params: { productId: id } });

const setBookmark = (productId: string, isWanted: boolean) =>
  call(isWanted ? addBookmarkCall : removeBookmarkCall, { params: { productId } });

/** Adds or removes an upvote or a bookmark. Safe to repeat. Resolves to the new upvote count, for an upvote. */
export async function setReaction(
  kind: 'upvote' | 'bookmark',
  productId: string,
  isWanted: boolean,
): Promise<{ upvoteCount?: number }> {
  if (kind === 'upvote') return setUpvote(productId, isWanted);
  await setBookmark(productId, isWanted);
  return {};
}

/** The viewer's reactions to these products, with one call per hundred products. */
export async function listReactions(productIds: readonly string[]) {
  const { idsMax } = REACTION_LIMITS;
  const parts = Array.from({ length: Math.ceil(productIds.length / idsMax) }, (_, index) =>
    productIds.slice(index * idsMax, (index + 1) * idsMax),
  );
  const answers = await Promise.all(
    parts.map((ids) => call(listReactionsCall, { query: { ids: ids.join() } })),
  );
  return {
    upvoted: answers.flatMap(({ upvoted }) => upvoted),
    bookmarked: answers.flatMap(({ bookmarked }) => bookmarked),
  };
}
