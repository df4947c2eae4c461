import * as z from 'zod/mini';
import { after, nextCursor, defineCall, byId, productId } from './call';
import { productReference } from './product-reference';
import { text } from '@/lib/texts/texts';

export const MERGE_LIMITS = {
  /** Afterwards, a merge cannot be undone. */
  undoDays: 30,
  pageSize: 30,
} as const;

export const merge = z.object({
  id: z.string(),
  /** The duplicate, whose URL leads to `target` now. */
  source: productReference,
  target: productReference,
  sourceUpvoteCount: z.int(),
  targetUpvoteCount: z.int(),
  /** Null once the moderator's account is deleted. */
  moderatorHandle: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  undoableUntil: z.iso.datetime(),
});
export type Merge = z.infer<typeof merge>;

const counts = z.object({ source: z.int(), target: z.int(), after: z.int() });

export const mergePreview = z.object({
  source: productReference,
  target: productReference,
  upvotes: counts,
  bookmarks: counts,
});
export type MergePreview = z.infer<typeof mergePreview>;

export const previewMergeCall = defineCall({
  method: 'get',
  path: '/moderation/products/:id/merge',
  summary: text(
    'calls.previewMerge',
    'What a merge of a product into another would do. Changes nothing. Failures as for the merge.',
  ),
  access: 'moderator',
  limits: ['changeByAddress', 'moderateByUser'],
  params: byId,
  query: z.object({ intoId: productId }),
  answer: mergePreview,
  errors: ['bad_request', 'not_found', 'conflict'],
});

export const mergeProductCall = defineCall({
  method: 'post',
  path: '/moderation/products/:id/merge',
  summary: text(
    'calls.mergeProduct',
    "Merges a duplicate into another listed product, which gets the duplicate's URLs, upvotes and bookmarks, each member's once. `conflict` when one of both is not listed, or the duplicate has an edit in the queue.",
  ),
  access: 'moderator',
  params: byId,
  body: z.object({ intoId: productId }),
  answer: z.object({ merge }),
  errors: ['bad_request', 'not_found', 'conflict'],
});

export const listMergesCall = defineCall({
  method: 'get',
  path: '/moderation/merges',
  summary: text('calls.listMerges', 'The merges of the last 30 days, newest first.'),
  access: 'moderator',
  query: z.object({ after }),
  answer: z.object({
    merges: z.array(merge),
    nextCursor,
  }),
  errors: [],
});

export const undoMergeCall = defineCall({
  method: 'delete',
  path: '/moderation/merges/:id',
  summary: text(
    'calls.undoMerge',
    'Undoes a merge of the last 30 days. An upvote or bookmark that its member has taken back since stays away from both products; what other members have given since stays with the target. `conflict` when a later merge has to be undone first.',
  ),
  access: 'moderator',
  params: byId,
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});
