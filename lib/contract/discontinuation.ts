import * as z from 'zod/mini';
import { defineCall } from './call';
import { PRODUCT_LIMITS } from './product';
import { byId, productId } from './submission';
import { isText } from './text';
import { MODERATION_LIMITS, moderatedProduct } from './moderation';

/** Why, since when and with which successors a product is discontinued. All of it is public. */
export const discontinuationInput = z.object({
  // The database has no year 0.
  discontinuedOn: z.iso.date('Use a date.').check(z.regex(/^(?!0000)/, 'Use a date.')),
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Write a reason.'),
      z.maxLength(MODERATION_LIMITS.reasonCharsMax, 'Use at most 500 characters.'),
      isText,
    ),
  /** Ids of products, best first. */
  successorIds: z._default(
    z.array(productId).check(z.maxLength(PRODUCT_LIMITS.successorsMax, 'Choose at most three.')),
    [],
  ),
});
export type Discontinuation = z.infer<typeof discontinuationInput>;

export const discontinueProductCall = defineCall({
  method: 'put',
  path: '/moderation/products/:id/discontinuation',
  summary:
    'Marks a listed product as discontinued, or changes what is said about it. Its page stays and links the successors; lists, counts and search drop it. `conflict` when it is not listed, or has an edit in the queue.',
  access: 'moderator',
  params: byId,
  body: discontinuationInput,
  answer: z.object({ product: moderatedProduct }),
  errors: ['not_found', 'conflict'],
});

export const relistProductCall = defineCall({
  method: 'delete',
  path: '/moderation/products/:id/discontinuation',
  summary: 'Lists a discontinued product again. `conflict` when it is not discontinued.',
  access: 'moderator',
  params: byId,
  answer: z.object({ product: moderatedProduct }),
  errors: ['not_found', 'conflict'],
});
