import * as z from 'zod/mini';
import { defineCall } from './call';
import { ruleCheck } from './rule';
import { productReference } from './product-reference';
import { byId } from './submission';

export const CONTEXT_LIMITS = {
  /** Other pending products of the same site or with the same texts. */
  relatedMax: 5,
} as const;

const observation = z.extend(z.pick(ruleCheck, { rule: true, outcome: true, sentence: true }), {
  observedAt: z.iso.datetime(),
});

/** What is known beside a product of the queue. */
export const moderationContext = z.object({
  /** The products of the submitter by status. Null without a submitter. */
  record: z.nullable(
    z.object({
      approved: z.int(),
      pending: z.int(),
      rejected: z.int(),
      discontinued: z.int(),
      memberSince: z.iso.datetime(),
    }),
  ),
  /** What the site's rules said when the product was sent. */
  observations: z.array(observation),
  /** Listed products with a similar name. */
  similar: z.array(productReference),
  /** Other products of the queue with the same site or the same texts. */
  related: z.array(productReference),
});
export type ModerationContext = z.infer<typeof moderationContext>;

export const findModerationContextCall = defineCall({
  method: 'get',
  path: '/moderation/products/:id/context',
  summary:
    "The submitter's record, listed products with a similar name, and other products of the queue with the same site or texts.",
  access: 'moderator',
  params: byId,
  answer: moderationContext,
  errors: ['not_found'],
});
