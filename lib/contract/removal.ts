import * as z from 'zod/mini';
import { defineCall } from './call';
import { after, nextCursor } from './cursor';
import { productId } from './submission';

export const REMOVAL_LIMITS = {
  /** How long moderators can undo a removal, from when the product left the directory. */
  restoreDays: 30,
  pageSize: 30,
} as const;

/** A product of the viewer that moderators have removed after a report. */
export const removal = z.object({
  id: z.string(),
  name: z.string(),
  removedAt: z.iso.datetime(),
  /** The edit that the product had. It returns, pending or rejected, when the product is listed again. Null if there was none. */
  edit: z.nullable(z.object({ name: z.string(), isRejected: z.boolean() })),
});
export type Removal = z.infer<typeof removal>;

export const listRemovalsCall = defineCall({
  method: 'get',
  path: '/user/private/removals',
  summary:
    "The user's products that moderators have removed after a report: the last 20 of them, newest first.",
  access: 'account',
  answer: z.object({ removals: z.array(removal) }),
  errors: [],
});

/** A product that moderators can restore. */
export const removedProduct = z.object({
  id: z.string(),
  name: z.string(),
  removedAt: z.iso.datetime(),
  /** Who has removed it: its submitter, or moderators after a report. */
  by: z.enum(['submitter', 'moderators']),
});
export type RemovedProduct = z.infer<typeof removedProduct>;

export const listRemovedProductsCall = defineCall({
  method: 'get',
  path: '/moderation/removals',
  summary:
    'The products that were removed in the last 30 days, by their submitters or after a report, and can be restored. The last one first.',
  access: 'moderator',
  query: z.object({ after }),
  answer: z.object({ products: z.array(removedProduct), nextCursor }),
  errors: [],
});

/** Why a product is erased. The log keeps it, and nothing about the product. */
export const ERASURE_GROUNDS = ['court-order', 'personal-data', 'illegal-content'] as const;
export type ErasureGround = (typeof ERASURE_GROUNDS)[number];

export const eraseProductCall = defineCall({
  method: 'post',
  path: '/moderation/products/:id/erase',
  summary:
    'Erases a product at once and for good, with everything that hangs on it and with its name in the log. Nobody can undo it.',
  access: 'admin',
  needsFreshSignIn: true,
  params: z.object({ id: productId }),
  body: z.object({ ground: z.enum(ERASURE_GROUNDS) }),
  answer: z.object({}),
  errors: ['not_found'],
});
