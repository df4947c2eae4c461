import * as z from 'zod/mini';
import { defineCall, byId, after, nextCursor, productId, optionalText, requiredText } from './call';
import { ownAppeal } from './submission';
import { MEASURE_KINDS, APPEAL_OUTCOMES, MEMBER_LIMITS } from './plain/moderation';
import { productReference } from './product-reference';
import { publicRole } from './product';
import { t, text } from '@/lib/texts/texts';

export const measure = z.object({
  id: z.string(),
  kind: z.enum(MEASURE_KINDS),
  reason: z.string(),
  suspendedUntil: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
  acknowledgedAt: z.nullable(z.iso.datetime()),
  endedAt: z.nullable(z.iso.datetime()),
});

export const ownMeasure = z.extend(measure, {
  /** The answer of the member. Null without one. */
  appeal: z.nullable(ownAppeal),
  /** Whether the member can answer, once: until the measure has ended, also after reading a warning. */
  canAnswer: z.boolean(),
});
export type OwnMeasure = z.infer<typeof ownMeasure>;

export const listMeasuresCall = defineCall({
  method: 'get',
  path: '/user/private/measures',
  summary: text(
    'calls.listMeasures',
    'The measures of moderators against the viewer. In force: warnings that are not acknowledged, a suspension, a ban. Past: all others.',
  ),
  access: 'account',
  answer: z.object({
    measures: z.array(ownMeasure),
    /** The last measures that are no longer in force, including acknowledged warnings. Newest first. */
    past: z.array(ownMeasure),
  }),
  errors: [],
});

export const acknowledgeMeasureCall = defineCall({
  method: 'post',
  path: '/user/private/measures/:id/acknowledge',
  summary: text('calls.acknowledgeMeasure', 'Says that the viewer has read a warning. Safe to repeat.'),
  access: 'account',
  limits: ['profileByUser'],
  params: byId,
  answer: z.object({}),
  errors: ['not_found'],
});

export const appealInput = z
  .object({
    text: requiredText(MEMBER_LIMITS.appealCharsMax, text('field.writeAnswer', 'Write an answer.')),
    /** The rejected product, or the product whose edit was rejected. */
    productId: z.optional(productId),
    /** Or a warning, suspension or ban. */
    measureId: z.optional(productId),
  })
  .check(
    z.refine((given) => (given.productId === undefined) !== (given.measureId === undefined), {
      path: ['productId'],
      error: () => t('appeal.nameProductOrMeasure', 'Name either a product or a measure.'),
    }),
  );
export type AppealInput = z.infer<typeof appealInput>;

export const appealCall = defineCall({
  method: 'post',
  path: '/user/private/appeals',
  summary: text(
    'calls.appeal',
    'Answers a rejection, a warning, a suspension or a ban, once. Another moderator decides about it where there is one. `conflict` when it was answered before, or no longer holds.',
  ),
  access: 'account',
  limits: ['profileByUser'],
  body: appealInput,
  answer: z.object({ appeal: ownAppeal }),
  status: 201,
  errors: ['not_found', 'conflict'],
});

export const appeal = z.object({
  id: z.string(),
  kind: z.enum(['rejection', ...MEASURE_KINDS]),
  member: z.object({ id: z.string(), handle: z.string(), name: z.string(), role: publicRole }),
  /** What was rejected; null for a measure. */
  product: z.nullable(productReference),
  /** The handle is null once that moderator's account is deleted, and absent in the viewer's own appeal. */
  reason: z.string(),
  deciderHandle: z.optional(z.nullable(z.string())),
  text: z.string(),
  createdAt: z.iso.datetime(),
});
export type Appeal = z.infer<typeof appeal>;

export const listAppealsCall = defineCall({
  method: 'get',
  path: '/moderation/appeals',
  summary: text('calls.listAppeals', 'Open appeals, the oldest first.'),
  access: 'moderator',
  query: z.object({ after }),
  answer: z.object({
    appeals: z.array(appeal),
    nextCursor,
  }),
  errors: [],
});

export const appealDecision = z.object({
  /** The decision stands, or is reversed: a rejected product returns to the queue, a measure ends. */
  outcome: z.enum(APPEAL_OUTCOMES),
  reply: optionalText(MEMBER_LIMITS.reasonCharsMax),
});
export type AppealDecision = z.infer<typeof appealDecision>;

export const decideAppealCall = defineCall({
  method: 'post',
  path: '/moderation/appeals/:id',
  summary: text(
    'calls.decideAppeal',
    'Decides about an appeal, and tells the member. `forbidden` about your own appeal, about a decision of yours while another moderator can decide, and about measures against the same or a higher role.',
  ),
  access: 'moderator',
  params: byId,
  body: appealDecision,
  answer: z.object({}),
  errors: ['not_found', 'conflict'],
});
