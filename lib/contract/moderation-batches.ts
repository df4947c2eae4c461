import * as z from 'zod/mini';
import { sentInstant } from './text';
import { defineCall } from './call';
import { MODERATION_LIMITS, rejectionReason } from './moderation';
import { productId } from './submission';

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
  summary:
    'Approves or rejects up to 100 pending products, each in a transaction and with an entry in the log of its own. The answer says of each product whether it was decided, or why not: as for one product, a product that has changed since the version given in `seen` is left as it is.',
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
        message: 'Write a reason.',
        path: ['reason'],
      }),
    ),
  answer: batchResults,
  errors: [],
});

export const undoDecisionsCall = defineCall({
  method: 'post',
  path: '/moderation/undo',
  summary:
    "Undoes the viewer's own decisions about up to 100 products, within seconds, as long as nothing else has changed them. Everything is as before, and the log has a further entry for each product. The answer says of each product whether the decision was undone, or why not.",
  access: 'moderator',
  body: z.object({ ids: z.array(productId).check(...batchSize) }),
  answer: batchResults,
  errors: [],
});
