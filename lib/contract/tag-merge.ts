import * as z from 'zod/mini';
import { after, nextCursor } from './cursor';
import { defineCall } from './call';
import { productId } from './submission';
import { tag } from './tag';
import { byTag } from './tag-curation';

/** A merge that can still be undone. */
export const tagMerge = z.object({
  id: z.string(),
  /** Leads to `target` now. */
  source: tag,
  target: tag,
  /** While products still follow, the counts change. */
  state: z.enum(['moving', 'merged', 'returning']),
  /** The products that both had before, and that the target has now. */
  sourceProductCount: z.int(),
  targetProductCount: z.int(),
  productCount: z.int(),
  /** Null once the moderator's account is deleted. */
  moderatorHandle: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  undoableUntil: z.iso.datetime(),
});
export type TagMerge = z.infer<typeof tagMerge>;

export const mergeTagCall = defineCall({
  method: 'post',
  path: '/moderation/tags/:id/merge',
  summary:
    'Merges a tag into another one, to which all its names lead from now on. Its products get the target within minutes. `conflict` when one of both is merged already, or the target is hidden.',
  access: 'moderator',
  params: byTag,
  body: z.object({ intoId: productId }),
  answer: z.object({ merge: tagMerge }),
  errors: ['bad_request', 'not_found', 'conflict'],
});

export const listTagMergesCall = defineCall({
  method: 'get',
  path: '/moderation/tag-merges',
  summary: 'The merges of tags of the last 30 days, newest first.',
  access: 'moderator',
  query: z.object({ after }),
  answer: z.object({ merges: z.array(tagMerge), nextCursor }),
  errors: [],
});

export const undoTagMergeCall = defineCall({
  method: 'delete',
  path: '/moderation/tag-merges/:id',
  summary:
    'Undoes a merge of the last 30 days: products get the source back within minutes, but for those that have lost the target since. `conflict` when a later merge has to be undone first.',
  access: 'moderator',
  params: byTag,
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});
