import * as z from 'zod/mini';
import { defineCall } from './call';
import { productPage } from './product';

export const REACTION_LIMITS = { idsMax: 100, bookmarksPageSize: 30 } as const;

const productId = z.string().check(z.regex(/^[1-9]\d{0,17}$/, "That's not a valid id."));
const byProductId = z.object({ productId });

export const upvoteResult = z.object({
  upvoteCount: z.int().check(z.nonnegative()),
  upvoted: z.boolean(),
});
export type UpvoteResult = z.infer<typeof upvoteResult>;

export const bookmarkResult = z.object({ bookmarked: z.boolean() });
export type BookmarkResult = z.infer<typeof bookmarkResult>;

export const addUpvoteCall = defineCall({
  method: 'put',
  path: '/user/private/upvotes/:productId',
  summary:
    'Upvotes an approved product. Repeating it changes nothing. The count rises at once; the upvote counts in the ranking once the account is 24 hours old.',
  access: 'member',
  params: byProductId,
  answer: upvoteResult,
  errors: ['not_found'],
});

export const removeUpvoteCall = defineCall({
  method: 'delete',
  path: '/user/private/upvotes/:productId',
  summary: 'Removes an upvote, also from a product that is no longer approved. Repeating it changes nothing.',
  access: 'member',
  params: byProductId,
  answer: upvoteResult,
  errors: ['not_found'],
});

export const addBookmarkCall = defineCall({
  method: 'put',
  path: '/user/private/bookmarks/:productId',
  summary: 'Bookmarks an approved product. Repeating it changes nothing.',
  access: 'member',
  params: byProductId,
  answer: bookmarkResult,
  errors: ['not_found'],
});

export const removeBookmarkCall = defineCall({
  method: 'delete',
  path: '/user/private/bookmarks/:productId',
  summary:
    'Removes a bookmark, also from a product that is no longer approved. Repeating it changes nothing.',
  access: 'member',
  params: byProductId,
  answer: bookmarkResult,
  errors: ['not_found'],
});

export const listBookmarksCall = defineCall({
  method: 'get',
  path: '/user/private/bookmarks',
  summary:
    'The products that the user bookmarked, latest bookmark first. A product that is no longer approved is left out until it is approved again.',
  access: 'account',
  query: z.object({ after: z.optional(z.string().check(z.minLength(1), z.maxLength(300))) }),
  answer: productPage,
  errors: [],
});

/** `3,1,2` as an array. */
const productIds = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(20 * REACTION_LIMITS.idsMax, 'Ask for at most 100 ids.')),
    z.transform((ids) => ids.split(',')),
  ),
  z.array(productId).check(z.maxLength(REACTION_LIMITS.idsMax, 'Ask for at most 100 ids.')),
);

export const listReactionsCall = defineCall({
  method: 'get',
  path: '/user/private/reactions',
  summary:
    'Which of these products the user has upvoted and bookmarked. At most 100 ids, separated by commas.',
  access: 'account',
  query: z.object({ ids: productIds }),
  answer: z.object({ upvoted: z.array(z.string()), bookmarked: z.array(z.string()) }),
  errors: [],
});
