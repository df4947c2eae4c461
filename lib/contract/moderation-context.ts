import * as z from 'zod/mini';
import { defineCall } from './call';
import { ruleCheck } from './rule';
import { productReference } from './product-reference';
import { byId } from './submission';

export const CONTEXT_LIMITS = {
  /** Other pending products of the same site or with the same texts. */
  relatedMax: 5,
  /** How long what a page says is kept. */
  pageMinutes: 10,
  pagesMax: 500,
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

export const presentPage = z.object({
  /** After redirects. */
  url: z.string(),
  title: z.string(),
  description: z.string(),
  /** The icon of the site, and the image that the page names, if it is wide enough for a screenshot. */
  iconURL: z.optional(z.string()),
  screenshotURL: z.optional(z.string()),
  readAt: z.iso.datetime(),
  /** Why the page could not be read. */
  problem: z.optional(z.string()),
});
export type PresentPage = z.infer<typeof presentPage>;

export const readPresentPageCall = defineCall({
  method: 'get',
  path: '/moderation/products/:id/page',
  summary:
    'What the page at the URL of a product says now, with its icon and screenshot. Kept for ten minutes.',
  access: 'moderator',
  params: byId,
  answer: presentPage,
  errors: ['not_found'],
});
