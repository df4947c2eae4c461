export type ReactableProduct = { id: string; name: string; upvoteCount: number };

/** What is known of one member and one product, and not yet to be found in the page itself. */
export type ReactionView = {
  isUpvoted: boolean;
  isBookmarked: boolean;
  /** An upvote that was pressed and not answered yet. */
  countChange: -1 | 0 | 1;
  /** The server's last answer, instead of what the page said then: a page that says something else is newer. */
  counted?: { insteadOf: number; upvoteCount: number };
};

/** The upvotes to show for a product, given what its page says. */
export function shownUpvoteCount({ upvoteCount }: ReactableProduct, view?: ReactionView): number {
  if (!view) return upvoteCount;
  const { counted, countChange } = view;
  const base = counted?.insteadOf === upvoteCount ? counted.upvoteCount : upvoteCount;
  return Math.max(0, base + countChange);
}
