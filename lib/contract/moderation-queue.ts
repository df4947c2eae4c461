import * as z from 'zod/mini';
import { defineCall, byId, productId, sentInstant } from './call';
import { moderatedProduct, QUEUE_GROUP_KINDS, MODERATION_LIMITS, rejectionReason } from './moderation';
import { ruleCheck } from './rule';
import { productReference } from './product-reference';
import { t, text } from '@/lib/texts/texts';

export const queueGroup = z.object({
  /** The same registrable domain, the same texts apart from name, numbers and signs, or the same submitter. */
  kind: z.enum(QUEUE_GROUP_KINDS),
  /** The domain, the hash of the texts, or the submitter's handle. */
  key: z.string(),
  /** The domain, the tagline of one of the products, or the submitter's name. */
  label: z.string(),
  count: z.int(),
});
export type QueueGroup = z.infer<typeof queueGroup>;

export const listQueueGroupsCall = defineCall({
  method: 'get',
  path: '/moderation/groups',
  summary: text(
    'calls.listQueueGroups',
    'The largest groups of pending products with the same registrable domain, the same texts or the same submitter, among the first 5,000 of the queue. Snoozed products are left out.',
  ),
  access: 'moderator',
  answer: z.object({ groups: z.array(queueGroup) }),
  errors: [],
});

/** Days until a snoozed product is in the queue again. */
export const SNOOZE_DAYS = [1, 3, 7] as const;

export const snoozeProductCall = defineCall({
  method: 'put',
  path: '/moderation/products/:id/snooze',
  summary: text(
    'calls.snoozeProduct',
    'Hides a pending product from the queue of all moderators for 1, 3 or 7 days, or shows it again (0). An edit by its submitter shows it again, too.',
  ),
  access: 'moderator',
  params: byId,
  body: z.object({
    days: z.literal([0, ...SNOOZE_DAYS], {
      error: () => t('field.chooseSnoozeDays', 'Choose 0, 1, 3 or 7 days.'),
    }),
  }),
  answer: z.object({ product: moderatedProduct }),
  errors: ['not_found', 'conflict'],
});

export const CONTEXT_LIMITS = {
  /** Other pending products of the same site or with the same texts. */
  relatedMax: 5,
} as const;

const observation = z.extend(z.pick(ruleCheck, { rule: true, outcome: true, sentence: true }), {
  observedAt: z.iso.datetime(),
});

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
  summary: text(
    'calls.findModerationContext',
    "The submitter's record, listed products with a similar name, and other products of the queue with the same site or texts.",
  ),
  access: 'moderator',
  params: byId,
  answer: moderationContext,
  errors: ['not_found'],
});

/** What became of each product of a request, in the order of the request. Each has a transaction of its own. */
export const batchResults = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      isDone: z.boolean(),
      /** Why not. */
      message: z.optional(z.string()),
    }),
  ),
});
export type BatchResults = z.infer<typeof batchResults>;

const batchSize = [z.minLength(1), z.maxLength(MODERATION_LIMITS.batchMax)] as const;

export const decideProductsCall = defineCall({
  method: 'post',
  path: '/moderation/decisions',
  summary: text(
    'calls.decideProducts',
    'Approves or rejects up to 100 pending products, each in a transaction and with an entry in the log of its own. The answer says of each product whether it was decided, or why not: as for one product, a product that has changed since the version given in `seen` is left as it is.',
  ),
  access: 'moderator',
  body: z
    .object({
      decision: z.enum(['approve', 'reject']),
      /** Required for a rejection, and for nothing else. */
      reason: z.optional(rejectionReason),
      products: z.array(z.object({ id: productId, seen: sentInstant() })).check(...batchSize),
    })
    .check(
      z.refine(({ decision, reason }) => decision === 'approve' || reason !== undefined, {
        error: () => t('field.writeReason', 'Write a reason.'),
        path: ['reason'],
      }),
    ),
  answer: batchResults,
  errors: [],
});

export const undoDecisionsCall = defineCall({
  method: 'post',
  path: '/moderation/undo',
  summary: text(
    'calls.undoDecisions',
    "Undoes the viewer's own decisions about up to 100 products, within seconds, as long as nothing else has changed them. Everything is as before, and the log has a further entry for each product. The answer says of each product whether the decision was undone, or why not.",
  ),
  access: 'moderator',
  body: z.object({ ids: z.array(productId).check(...batchSize) }),
  answer: batchResults,
  errors: [],
});

export const CURRENT_PAGE_LIMITS = {
  /** How long what a page says is kept. */
  pageMinutes: 10,
  pagesMax: 500,
} as const;

export const currentPage = z.object({
  /** Where the redirects have led. */
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
export type CurrentPage = z.infer<typeof currentPage>;

export const readCurrentPageCall = defineCall({
  method: 'get',
  path: '/moderation/products/:id/page',
  summary: text(
    'calls.readCurrentPage',
    'What the page at the URL of a product says now, with its icon and screenshot. Kept for ten minutes.',
  ),
  access: 'moderator',
  limits: ['moderateByUser'],
  params: byId,
  answer: currentPage,
  errors: ['not_found'],
});
