export type ReactableProduct = { id: string; name: string; upvoteCount: number };

/** What one member has done with one product, as far as the page's own HTML does not show it. */
export type ReactionView = {
  isUpvoted: boolean;
  isBookmarked: boolean;
  /** An upvote or its removal that the server has not confirmed yet. */
  countChange: -1 | 0 | 1;
  /** The server's last count, and the count that the page showed at the time. */
  counted?: { pageCount: number; upvoteCount: number };
};

/** The number of upvotes to show. A page with another count than at the server's last answer is newer than that answer. */
export function shownUpvoteCount({ upvoteCount }: ReactableProduct, view?: ReactionView): number {
  if (!view) return upvoteCount;
  const { counted, countChange } = view;
  const base = counted?.pageCount === upvoteCount ? counted.upvoteCount : upvoteCount;
  return Math.max(0, base + countChange);
}
