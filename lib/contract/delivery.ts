import * as z from 'zod/mini';
import { after, nextCursor } from './cursor';
import { defineCall } from './call';
import { byId } from './submission';

export const DELIVERY_STATES = ['waiting', 'delivered', 'given-up'] as const;

export const delivery = z.object({
  id: z.string(),
  event: z.string(),
  host: z.string(),
  /** The name of the product. Null for a test. */
  productName: z.nullable(z.string()),
  state: z.enum(DELIVERY_STATES),
  createdAt: z.iso.datetime(),
  /** When it was delivered or given up, or else the next attempt. */
  at: z.iso.datetime(),
  attemptCount: z.int(),
  /** Attempts that ended with their process: the receiver may have got the event each time. */
  interruptedCount: z.int(),
  /** Why the last attempt failed. */
  failure: z.nullable(z.string()),
});
export type Delivery = z.infer<typeof delivery>;

export const listDeliveriesCall = defineCall({
  method: 'get',
  path: '/moderation/deliveries',
  summary: 'What was and will be sent to webhooks, newest first. Deliveries are kept for 30 days.',
  access: 'moderator',
  query: z.object({
    /** Absent for all. */
    state: z.optional(z.literal('given-up')),
    after,
  }),
  answer: z.object({
    deliveries: z.array(delivery),
    nextCursor,
  }),
  errors: [],
});

export const retryDeliveryCall = defineCall({
  method: 'post',
  path: '/moderation/deliveries/:id/retry',
  summary: 'Queues a delivery that was given up again. `conflict` when it was not given up.',
  access: 'admin',
  params: byId,
  errors: ['not_found', 'conflict'],
  answer: z.object({}),
});
