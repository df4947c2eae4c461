import * as z from 'zod/mini';
import { defineCall } from './call';
import { product } from './product';
import { PRODUCT_STATUSES } from './product-reference';
import { byId, publishedVersion } from './submission';
import { isText } from './text';

export const MODERATION_LIMITS = {
  reasonCharsMax: 500,
  pageSize: 30,
} as const;

/** A product as moderators see it; `approvedAt` of a pending one tells that it was listed before. */
export const moderatedProduct = z.extend(product, {
  updatedAt: z.iso.datetime(),
  /** Of a pending product: since when it waits for this decision. */
  waitingSince: z.optional(z.iso.datetime()),
  /** Of an edit of an approved product: what is public instead. */
  publishedVersion: z.optional(publishedVersion),
  /** What moderators last said against it. */
  lastRejection: z.optional(z.object({ reason: z.string(), rejectedAt: z.iso.datetime() })),
});
export type ModeratedProduct = z.infer<typeof moderatedProduct>;

export const moderationPage = z.object({
  products: z.array(moderatedProduct),
  /** Pass it as `after` for the next page. Null on the last page. */
  nextCursor: z.nullable(z.string()),
  /** How many wait in all. */
  pendingCount: z.int().check(z.nonnegative()),
});
export type ModerationPage = z.infer<typeof moderationPage>;

/** What the submitter reads. */
export const rejectionReason = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Write a reason.'),
    z.maxLength(MODERATION_LIMITS.reasonCharsMax, 'Keep the reason to 500 characters.'),
    isText,
  );

/** The version that the moderator has seen, by its `updatedAt`; a later one is not decided unseen. */
const seenVersion = z.object({ seen: z.optional(z.iso.datetime()) });

export const listModeratedProductsCall = defineCall({
  method: 'get',
  path: '/moderation/products',
  summary: 'Products of one status, oldest first: by default the queue of those that wait.',
  access: 'moderator',
  query: z.object({
    status: z._default(z.enum(PRODUCT_STATUSES), 'pending'),
    after: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
  }),
  answer: moderationPage,
  errors: ['bad_request'],
});

export const approveProductCall = defineCall({
  method: 'post',
  path: '/moderation/products/:id/approve',
  summary:
    'Lists a pending product. `conflict` when it is not pending any more, or was changed after the version that is given as seen. Moderators may decide on what they submitted themselves.',
  access: 'moderator',
  params: byId,
  query: seenVersion,
  answer: z.object({ product: moderatedProduct }),
  errors: ['bad_request', 'not_found', 'conflict'],
});

export const rejectProductCall = defineCall({
  method: 'post',
  path: '/moderation/products/:id/reject',
  summary:
    'Sends a pending product back to its submitter with a reason, which they read. `conflict` as when approving.',
  access: 'moderator',
  params: byId,
  query: seenVersion,
  body: z.object({ reason: rejectionReason }),
  answer: z.object({ product: moderatedProduct }),
  errors: ['bad_request', 'not_found', 'conflict'],
});
