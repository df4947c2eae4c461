import * as z from 'zod/mini';
import { after, nextCursor } from './cursor';
import { defineCall } from './call';
import { tag } from './tag';
import { byTag } from './tag-curation';

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
  summary: 'Tags that might be the same, the most likely first. A job compares tags every ten minutes.',
  access: 'moderator',
  query: z.object({ after }),
  answer: z.object({ proposals: z.array(tagProposal), nextCursor }),
  errors: [],
});

export const dismissTagProposalCall = defineCall({
  method: 'delete',
  path: '/moderation/tag-proposals/:id',
  summary: 'Keeps two tags apart: they are never proposed again.',
  access: 'moderator',
  params: byTag,
  answer: z.object({}),
  errors: ['not_found'],
});
