import * as z from 'zod/mini';
import { after, nextCursor, defineCall, byId, productId, sentInstant, requiredText } from './call';
import { fieldInputs } from './field';
import { product, PRODUCT_LIMITS } from './product';
import { PRODUCT_STATUSES } from './product-reference';
import { publishedVersion } from './submission';
import { t, text } from '@/lib/texts/texts';

export const QUEUE_GROUP_KINDS = ['site', 'text', 'member'] as const;
export type QueueGroupKind = (typeof QUEUE_GROUP_KINDS)[number];

export const MODERATION_LIMITS = {
  reasonCharsMax: 500,
  pageSize: 30,
  /** Longer queues are not counted to their end. */
  countedPendingMax: 5_000,
  /** How long a moderator can undo a decision. */
  undoMs: 8_000,
  /** How much longer the server accepts an undo that was sent in time. */
  undoGraceMs: 7_000,
  /** Products in one request that decides on several, or undoes several decisions. */
  batchMax: 100,
  groupsMax: 20,
} as const;

/** A product as moderators see it. A pending product with `approvedAt` is an edit of a listed product. */
export const moderatedProduct = z.extend(product, {
  updatedAt: z.iso.datetime(),
  /** For a pending product: since when it waits for a decision. */
  waitingSince: z.optional(z.iso.datetime()),
  /** For an edit of an approved product: the version that is public while the edit waits. */
  publishedVersion: z.optional(publishedVersion),
  /** Of a product in the queue, from 0 to 10. A riskier one comes up later. */
  risk: z.optional(z.int()),
  snoozedUntil: z.optional(z.iso.datetime()),
  /** The last rejection. */
  lastRejection: z.optional(z.object({ reason: z.string(), rejectedAt: z.iso.datetime() })),
  /** What the submitter has answered to a rejection, the last time. */
  answer: z.optional(z.object({ text: z.string(), answeredAt: z.iso.datetime() })),
});
export type ModeratedProduct = z.infer<typeof moderatedProduct>;

export const moderationPage = z.object({
  products: z.array(moderatedProduct),
  nextCursor,
  /** The length of the whole queue, counted up to `countedPendingMax`. */
  pendingCount: z.int().check(z.nonnegative()),
  /** The number of snoozed products, which are not part of the queue. */
  snoozedCount: z._default(z.int().check(z.nonnegative()), 0),
  /** The number of proposed alternatives that wait, counted as far. */
  pendingAlternativeCount: z._default(z.int().check(z.nonnegative()), 0),
});
export type ModerationPage = z.infer<typeof moderationPage>;

/** Shown to the submitter. */
export const rejectionReason = requiredText(
  MODERATION_LIMITS.reasonCharsMax,
  text('field.writeReason', 'Write a reason.'),
);

/** `updatedAt` of the version that the moderator has seen. A later version is a `conflict`. */
const seenVersion = z.object({ seen: z.optional(sentInstant()) });

export const listModeratedProductsCall = defineCall({
  method: 'get',
  path: '/moderation/products',
  summary: text(
    'calls.listModeratedProducts',
    'Products of one status, oldest first. By default the queue: pending products, of which riskier ones come up to 30 hours later. `groupKind` and `groupKey` choose a group of the queue, `snoozed` the products that were put off.',
  ),
  access: 'moderator',
  query: z.object({
    status: z._default(z.enum(PRODUCT_STATUSES), 'pending'),
    groupKind: z.optional(z.enum(QUEUE_GROUP_KINDS)),
    groupKey: z.optional(z.string().check(z.minLength(1), z.maxLength(260))),
    snoozed: z.optional(z.literal('true')),
    after,
  }),
  answer: moderationPage,
  errors: [],
});

export const approveProductCall = defineCall({
  method: 'post',
  path: '/moderation/products/:id/approve',
  summary: text(
    'calls.approveProduct',
    'Approves a pending product. `conflict` when it is no longer pending, or has changed since the version given in `seen`. Moderators may approve their own submissions.',
  ),
  access: 'moderator',
  params: byId,
  query: seenVersion,
  answer: z.object({ product: moderatedProduct }),
  errors: ['not_found', 'conflict'],
});

export const rejectProductCall = defineCall({
  method: 'post',
  path: '/moderation/products/:id/reject',
  summary: text(
    'calls.rejectProduct',
    'Rejects a pending product, with a reason for its submitter. `conflict` as for approval.',
  ),
  access: 'moderator',
  params: byId,
  query: seenVersion,
  body: z.object({ reason: rejectionReason }),
  answer: z.object({ product: moderatedProduct }),
  errors: ['not_found', 'conflict'],
});

export const correctValuesCall = defineCall({
  method: 'patch',
  path: '/moderation/products/:id/fields',
  summary: text(
    'calls.correctValues',
    'Corrects or confirms what a listed product says in the fields of this site. Every value that is given, also one that stays as it is, counts as checked by a moderator now. `conflict` when the product is not listed.',
  ),
  access: 'moderator',
  params: byId,
  body: z.object({
    fields: fieldInputs.check(
      z.refine((fields) => Object.keys(fields).length > 0, {
        error: () => t('field.changeDetail', 'Change a detail, or confirm the others.'),
      }),
    ),
  }),
  answer: z.object({ product: moderatedProduct }),
  errors: ['not_found', 'conflict'],
});

const sayUseDate = () => t('field.useDate', 'Use a date.');

/** Why, since when and with which successors a product is discontinued. All of it is public. */
export const discontinuationInput = z.object({
  // The database has no year 0.
  discontinuedOn: z.iso.date({ error: sayUseDate }).check(z.regex(/^(?!0000)/, { error: sayUseDate })),
  reason: rejectionReason,
  /** Ids of products, best first. */
  successorIds: z._default(
    z.array(productId).check(
      z.maxLength(PRODUCT_LIMITS.successorsMax, {
        error: () => t('field.tooManySuccessors', 'Choose at most three.'),
      }),
    ),
    [],
  ),
});
export type Discontinuation = z.infer<typeof discontinuationInput>;

export const discontinueProductCall = defineCall({
  method: 'put',
  path: '/moderation/products/:id/discontinuation',
  summary: text(
    'calls.discontinueProduct',
    'Marks a listed product as discontinued, or changes what is said about it. Its page stays and links the successors; lists, counts and search drop it. `conflict` when it is not listed, or has an edit in the queue.',
  ),
  access: 'moderator',
  params: byId,
  body: discontinuationInput,
  answer: z.object({ product: moderatedProduct }),
  errors: ['not_found', 'conflict'],
});

export const relistProductCall = defineCall({
  method: 'delete',
  path: '/moderation/products/:id/discontinuation',
  summary: text(
    'calls.relistProduct',
    'Lists a discontinued product again. `conflict` when it is not discontinued.',
  ),
  access: 'moderator',
  params: byId,
  answer: z.object({ product: moderatedProduct }),
  errors: ['not_found', 'conflict'],
});
