// Without zod: every list of products shows reactions, and most pages load no schema.

/** What a member can do with a product. */
export const REACTION_KINDS = ['upvote', 'bookmark'] as const;
export type ReactionKind = (typeof REACTION_KINDS)[number];
