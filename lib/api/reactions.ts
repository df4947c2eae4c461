import {
  addBookmarkCall,
  addUpvoteCall,
  listBookmarksCall,
  listReactionsCall,
  type ReactionKind,
  removeBookmarkCall,
  removeUpvoteCall,
} from '@/lib/contract/reaction';
import { call } from './http';

export const addUpvote = (productId: string) => call(addUpvoteCall, { params: { productId } });

const setUpvote = (productId: string, isWanted: boolean) =>
  call(isWanted ? addUpvoteCall : removeUpvoteCall, { params: { productId } });

const setBookmark = (productId: string, isWanted: boolean) =>
  call(isWanted ? addBookmarkCall : removeBookmarkCall, { params: { productId } });

/** Makes an upvote or a bookmark be present or absent; safe to repeat. Answers with the count of upvotes, if it knows. */
export async function setReaction(
  kind: ReactionKind,
  productId: string,
  isWanted: boolean,
): Promise<{ upvoteCount?: number }> {
  if (kind === 'upvote') return setUpvote(productId, isWanted);
  await setBookmark(productId, isWanted);
  return {};
}

/** @param productIds at most 100. */
export const listReactions = (productIds: readonly string[]) =>
  call(listReactionsCall, { query: { ids: productIds.join() } });

/** @param after the `nextCursor` of the page before. */
export const listBookmarks = (after?: string) => call(listBookmarksCall, { query: { after } });
