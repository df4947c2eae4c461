import * as z from 'zod/mini';
import { after, nextCursor, defineCall, productId } from './call';
import { tag } from './tag';
import { byTag } from './tag-curation';
import { text } from '@/lib/texts/texts';

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
  summary: text(
    'calls.mergeTag',
    'Merges a tag into another one, to which all its names lead from now on. Its products get the target within minutes. `conflict` when one of both is merged already, or the target is hidden.',
  ),
  access: 'moderator',
  params: byTag,
  body: z.object({ intoId: productId }),
  answer: z.object({ merge: tagMerge }),
  errors: ['bad_request', 'not_found', 'conflict'],
});

export const listTagMergesCall = defineCall({
  method: 'get',
  path: '/moderation/tag-merges',
  summary: text('calls.listTagMerges', 'The merges of tags of the last 30 days, newest first.'),
  access: 'moderator',
  query: z.object({ after }),
  answer: z.object({ merges: z.array(tagMerge), nextCursor }),
  errors: [],
});

export const undoTagMergeCall = defineCall({
  method: 'delete',
  path: '/moderation/tag-merges/:id',
  summary: text(
    'calls.undoTagMerge',
    'Undoes a merge of the last 30 days: products get the source back within minutes, but for those that have lost the target since. `conflict` when a later merge has to be undone first.',
  ),
  access: 'moderator',
  params: byTag,
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});

/** Two tags that differ in hyphens alone, in number, in one letter, or hardly in their products. */
export const PROPOSAL_REASONS = ['spelling', 'plural', 'typo', 'together'] as const;

const proposedTag = z.extend(tag, { id: z.string(), productCount: z.int() });

/** A merge that the site proposes. */
export const tagProposal = z.object({
  id: z.string(),
  /** The tag with fewer products. */
  source: proposedTag,
  target: proposedTag,
  reason: z.enum(PROPOSAL_REASONS),
  /** From 1 to 100. */
  score: z.int(),
  /** For `together`: how many of so many products with one of the tags have the other, too. Null otherwise. */
  sharedCount: z.nullable(z.int()),
  sampledCount: z.nullable(z.int()),
});
export type TagProposal = z.infer<typeof tagProposal>;

export const listTagProposalsCall = defineCall({
  method: 'get',
  path: '/moderation/tag-proposals',
  summary: text(
    'calls.listTagProposals',
    'Tags that might be the same, the most likely first. A job compares tags every ten minutes.',
  ),
  access: 'moderator',
  query: z.object({ after }),
  answer: z.object({ proposals: z.array(tagProposal), nextCursor }),
  errors: [],
});

export const dismissTagProposalCall = defineCall({
  method: 'delete',
  path: '/moderation/tag-proposals/:id',
  summary: text(
    'calls.dismissTagProposal',
    'Keeps two tags apart: the list of similar tags never has them again.',
  ),
  access: 'moderator',
  params: byTag,
  answer: z.object({}),
  errors: ['not_found'],
});
