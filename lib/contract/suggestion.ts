import * as z from 'zod/mini';
import { after, nextCursor, defineCall, byId, isText, sentInstant, tidied, atMost } from './call';
import { textChanges } from './editing';
import { PRODUCT_PARTS } from './plain/product-parts';
import { productReference } from './product-reference';
import { publicRole } from './product';
import { rejectionReason } from './moderation';
import { text } from '@/lib/texts/texts';

export const SUGGESTION_STATUSES = ['open', 'accepted', 'rejected', 'closed'] as const;

export const SUGGESTION_LIMITS = {
  commentCharsMax: 500,
  pageSize: 30,
  /** Of one product, the page of the product shows members this many, the oldest first. */
  shownMax: 10,
  /** After this, rejected and closed suggestions are deleted. Accepted suggestions stay as long as the account. */
  rejectedDays: 365,
} as const;

const changedPart = z.object({
  part: z.enum(PRODUCT_PARTS),
  /** Tags are separated by commas. */
  before: z.string(),
  after: z.string(),
});
export type ChangedPart = z.infer<typeof changedPart>;

/** Changes of a listed product that a member suggests. */
export const suggestion = z.object({
  id: z.string(),
  product: productReference,
  changes: z.array(changedPart),
  comment: z.nullable(z.string()),
  memberHandle: z.string(),
  memberRole: publicRole,
  /** `closed`: the product is no longer listed, so the suggestion is not decided. */
  status: z.enum(SUGGESTION_STATUSES),
  rejectionReason: z.optional(z.string()),
  createdAt: z.iso.datetime(),
  /** Absent if only moderators can accept the suggestion, or if it is not open. */
  agreement: z.optional(
    z.object({
      /** How many trusted members agree. */
      count: z.int().check(z.nonnegative()),
      hasAgreed: z.boolean(),
    }),
  ),
});
export type Suggestion = z.infer<typeof suggestion>;

export const suggestionPage = z.object({
  suggestions: z.array(suggestion),
  nextCursor,
});

const comment = z.string().check(tidied, atMost(SUGGESTION_LIMITS.commentCharsMax), isText);

export const suggestEditCall = defineCall({
  method: 'post',
  path: '/user/private/products/:id/suggestions',
  summary: text(
    'calls.suggestEdit',
    "Suggests changes of a listed product. A moderator decides. `conflict` when the product has changed since the version given in `seen`, when it is the member's own, or when an earlier suggestion of the member for it is still open.",
  ),
  access: 'member',
  limits: ['suggestByUser', 'suggestByAddress'],
  params: byId,
  body: z.object({ seen: sentInstant(), changes: textChanges, comment: z._default(comment, '') }),
  answer: z.object({ id: z.string() }),
  status: 201,
  errors: ['bad_request', 'not_found', 'conflict'],
});

export const listProductSuggestionsCall = defineCall({
  method: 'get',
  path: '/user/private/products/:id/suggestions',
  summary: text(
    'calls.listProductSuggestions',
    'The open suggestions for a listed product, the oldest first, at most 10.',
  ),
  access: 'member',
  params: byId,
  answer: z.object({
    suggestions: z.array(suggestion),
    /** The conditions of a trusted member that the user does not meet, one sentence each. Empty for a trusted member. */
    missing: z.array(z.string()),
  }),
  errors: [],
});

export const listOwnSuggestionsCall = defineCall({
  method: 'get',
  path: '/user/private/suggestions',
  summary: text(
    'calls.listOwnSuggestions',
    'The changes that the user has suggested, with what became of them, newest first.',
  ),
  access: 'account',
  query: z.object({ after }),
  answer: suggestionPage,
  errors: [],
});

export const withdrawSuggestionCall = defineCall({
  method: 'delete',
  path: '/user/private/suggestions/:id',
  summary: text(
    'calls.withdrawSuggestion',
    "Withdraws one of the user's own open suggestions. Repeating the call changes nothing.",
  ),
  access: 'account',
  limits: ['withdrawByUser'],
  params: byId,
  answer: z.object({}),
  errors: [],
});

export const agreeCall = defineCall({
  method: 'put',
  path: '/user/private/suggestions/:id/agreement',
  summary: text(
    'calls.agree',
    'Agrees with the suggestion of another member. With the agreement of enough trusted members it is applied. Repeating the call changes nothing more. `conflict` when it was decided already, when a part that it changes has changed since, or when an edit of the product is in the queue. `forbidden` for members who are not trusted, and for changes that only moderators accept.',
  ),
  access: 'member',
  limits: ['agreeByUser', 'agreeByAddress'],
  params: byId,
  answer: z.object({
    isAccepted: z.boolean(),
    /** How many trusted members agree. */
    count: z.int().check(z.nonnegative()),
  }),
  errors: ['not_found', 'conflict'],
});

export const withdrawAgreementCall = defineCall({
  method: 'delete',
  path: '/user/private/suggestions/:id/agreement',
  summary: text(
    'calls.withdrawAgreement',
    "Withdraws the user's agreement with an open suggestion. Repeating the call changes nothing.",
  ),
  access: 'account',
  limits: ['withdrawByUser'],
  params: byId,
  answer: z.object({}),
  errors: [],
});

export const listOpenSuggestionsCall = defineCall({
  method: 'get',
  path: '/moderation/suggestions',
  summary: text('calls.listOpenSuggestions', 'The suggestions that wait for a decision, oldest first.'),
  access: 'moderator',
  query: z.object({ after }),
  answer: suggestionPage,
  errors: [],
});

export const acceptSuggestionCall = defineCall({
  method: 'post',
  path: '/moderation/suggestions/:id/accept',
  summary: text(
    'calls.acceptSuggestion',
    'Applies a suggestion. `conflict` when it was decided already, when a part that it changes has changed since, when an edit of the product is in the queue, or when another product has the URL.',
  ),
  access: 'moderator',
  params: byId,
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});

export const rejectSuggestionCall = defineCall({
  method: 'post',
  path: '/moderation/suggestions/:id/reject',
  summary: text(
    'calls.rejectSuggestion',
    'Rejects a suggestion, with a reason for its member. `conflict` when it was decided already.',
  ),
  access: 'moderator',
  params: byId,
  body: z.object({ reason: rejectionReason }),
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});
