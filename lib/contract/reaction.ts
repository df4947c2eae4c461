import * as z from 'zod/mini';
import { after, defineCall, isId, productId } from './call';
import { productPage, bySlug } from './product';
import { text, t } from '@/lib/texts/texts';

export const REACTION_LIMITS = { idsMax: 100, bookmarksPageSize: 30 } as const;

const byProductId = z.object({ productId });

export const upvoteResult = z.object({
  upvoteCount: z.int().check(z.nonnegative()),
  upvoted: z.boolean(),
});

export const bookmarkResult = z.object({ bookmarked: z.boolean() });
export type BookmarkResult = z.infer<typeof bookmarkResult>;

const upvoteLimits = ['upvoteByUser', 'upvoteByUserPerDay', 'upvoteByAddress'] as const;

export const addUpvoteCall = defineCall({
  method: 'put',
  path: '/user/private/upvotes/:productId',
  summary: text(
    'calls.addUpvote',
    'Upvotes an approved product. Repeating it changes nothing. The count rises at once; the upvote counts in the ranking once the account is 24 hours old.',
  ),
  access: 'member',
  limits: upvoteLimits,
  params: byProductId,
  answer: upvoteResult,
  errors: ['not_found'],
});

export const removeUpvoteCall = defineCall({
  method: 'delete',
  path: '/user/private/upvotes/:productId',
  summary: text(
    'calls.removeUpvote',
    'Removes an upvote, also from a product that is no longer approved. Repeating it changes nothing.',
  ),
  access: 'member',
  limits: upvoteLimits,
  params: byProductId,
  answer: upvoteResult,
  errors: ['not_found'],
});

/** The ids of both products, the lower one first: `7-12`. */
export const byPair = z.object({
  id: z.string().check(isId(/^[1-9]\d{0,17}-[1-9]\d{0,17}$/)),
});
export const addAlternativeUpvoteCall = defineCall({
  method: 'put',
  path: '/user/private/alternatives/:id/upvote',
  summary: text(
    'calls.addAlternativeUpvote',
    'Upvotes an approved alternative. Repeating it changes nothing. As with products, the count rises at once, and the upvote counts in the order once the account is 24 hours old.',
  ),
  access: 'member',
  limits: upvoteLimits,
  params: byPair,
  answer: upvoteResult,
  errors: ['not_found'],
});

export const removeAlternativeUpvoteCall = defineCall({
  method: 'delete',
  path: '/user/private/alternatives/:id/upvote',
  summary: text(
    'calls.removeAlternativeUpvote',
    'Removes an upvote of an alternative. Repeating it changes nothing.',
  ),
  access: 'member',
  limits: upvoteLimits,
  params: byPair,
  answer: upvoteResult,
  errors: ['not_found'],
});

export const addBookmarkCall = defineCall({
  method: 'put',
  path: '/user/private/bookmarks/:productId',
  summary: text('calls.addBookmark', 'Bookmarks an approved product. Repeating it changes nothing.'),
  access: 'member',
  limits: ['bookmarkByUser'],
  params: byProductId,
  answer: bookmarkResult,
  errors: ['not_found'],
});

export const removeBookmarkCall = defineCall({
  method: 'delete',
  path: '/user/private/bookmarks/:productId',
  summary: text(
    'calls.removeBookmark',
    'Removes a bookmark, also from a product that is no longer approved. Repeating it changes nothing.',
  ),
  access: 'member',
  limits: ['bookmarkByUser'],
  params: byProductId,
  answer: bookmarkResult,
  errors: ['not_found'],
});

export const listBookmarksCall = defineCall({
  method: 'get',
  path: '/user/private/bookmarks',
  summary: text(
    'calls.listBookmarks',
    'The products that the user bookmarked, latest bookmark first. A product that is no longer approved is left out until it is approved again.',
  ),
  access: 'account',
  query: z.object({ after }),
  answer: productPage,
  errors: [],
});

const sayTooManyIds = () =>
  t('field.tooManyIds', 'Ask for at most {idsMax} ids.', { idsMax: REACTION_LIMITS.idsMax });

/** `3,1,2` as an array. */
export const listOfIds = <Id extends z.ZodMiniType<string, string>>(id: Id) =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(40 * REACTION_LIMITS.idsMax, { error: sayTooManyIds })),
      z.transform((ids) => ids.split(',')),
    ),
    z.array(id).check(z.maxLength(REACTION_LIMITS.idsMax, { error: sayTooManyIds })),
  );

/** The id of a product, or of a pair of alternatives: `7-12`. */
const reactableId = z.string().check(isId(/^[1-9]\d{0,17}(-[1-9]\d{0,17})?$/));

export const listReactionsCall = defineCall({
  method: 'get',
  path: '/user/private/reactions',
  summary: text(
    'calls.listReactions',
    'Which of these products and pairs of alternatives the user has upvoted and bookmarked. At most 100 ids, separated by commas.',
  ),
  access: 'account',
  query: z.object({ ids: listOfIds(reactableId) }),
  answer: z.object({ upvoted: z.array(z.string()), bookmarked: z.array(z.string()) }),
  errors: [],
});

const voteCount = z.int().check(z.nonnegative());

/** The upvotes of a product in numbers: those that count in the ranking, and those that don't. */
export const productVotes = z.object({
  /** By the age that the account had at the time of the upvote. */
  counting: z.object({
    under7Days: voteCount,
    under30Days: voteCount,
    under365Days: voteCount,
    older: voteCount,
  }),
  notCounting: z.object({
    /** The account is too young. They count later. */
    waitingForAge: voteCount,
    ofSubmitter: voteCount,
    /** They are not shown either. */
    ofBanned: voteCount,
    /** By a moderator, because the accounts upvote together. */
    setAside: voteCount,
  }),
  /** From 1; null after the first 1,000. Up to ten minutes old. */
  places: z.object({
    hot: z.nullable(z.int().check(z.positive())),
    /** The place among all products, by upvotes of all time. */
    top: z.nullable(z.int().check(z.positive())),
  }),
});
export type ProductVotes = z.infer<typeof productVotes>;

export const findProductVotesCall = defineCall({
  method: 'get',
  path: '/products/:slug/votes',
  isOpen: true,
  summary: text(
    'calls.findProductVotes',
    'Why an approved product stands where it does: its upvotes that count, those that do not and why, and its places. Names nobody.',
  ),
  params: bySlug,
  answer: z.object({ product: z.object({ slug: z.string(), name: z.string() }), votes: productVotes }),
  errors: ['not_found', 'gone'],
});
