import * as z from 'zod/mini';
import { defineCall } from './call';
import { moderatedProduct, QUEUE_GROUP_KINDS } from './moderation';
import { byId } from './submission';

/** Pending products that have something in common. */
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
  summary:
    'The largest groups of pending products with the same registrable domain, the same texts or the same submitter, among the first 5,000 of the queue. Snoozed products are left out.',
  access: 'moderator',
  answer: z.object({ groups: z.array(queueGroup) }),
  errors: [],
});

/** Days until a snoozed product is in the queue again. */
export const SNOOZE_DAYS = [1, 3, 7] as const;

export const snoozeProductCall = defineCall({
  method: 'put',
  path: '/moderation/products/:id/snooze',
  summary:
    'Hides a pending product from the queue of all moderators for 1, 3 or 7 days, or shows it again (0). An edit by its submitter shows it again, too.',
  access: 'moderator',
  params: byId,
  body: z.object({ days: z.literal([0, ...SNOOZE_DAYS], 'Choose 0, 1, 3 or 7 days.') }),
  answer: z.object({ product: moderatedProduct }),
  errors: ['not_found', 'conflict'],
});
