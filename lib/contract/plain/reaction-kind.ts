/** What a member may do with a product. Apart from the calls, so that no schema comes with it into every page. */
export const REACTION_KINDS = ['upvote', 'bookmark'] as const;
export type ReactionKind = (typeof REACTION_KINDS)[number];
