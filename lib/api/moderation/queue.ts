// Only pages for moderators load this file, so that other pages do not load the schemas of the queue.
import {
  approveProductCall,
  listModeratedProductsCall,
  type QueueGroupKind,
  rejectProductCall,
} from '@/lib/contract/moderation';
import { decideProductsCall, undoDecisionsCall } from '@/lib/contract/moderation-batches';
import { listQueueGroupsCall, type QueueGroup, snoozeProductCall } from '@/lib/contract/moderation-queue';
import { call } from '@/lib/api/http';

/** A part of the queue: a group, or the snoozed products. */
export type QueuePart = { groupKind?: QueueGroupKind; groupKey?: string; snoozed?: 'true' };

export const partOf = ({ kind, key }: QueueGroup): QueuePart => ({ groupKind: kind, groupKey: key });
export const isPart = ({ kind, key }: QueueGroup, part: QueuePart) =>
  part.groupKind === kind && part.groupKey === key;

/** The queue, riskier products later. */
export const listPendingProducts = (query: QueuePart & { after?: string } = {}) =>
  call(listModeratedProductsCall, { query });

/** The product to decide on, in the version that the moderator has seen. */
type SeenProduct = { id: string; updatedAt: string };

/** @throws ApiFailure `conflict` or `not_found` when there is nothing left to decide. */
export const approveProduct = ({ id, updatedAt }: SeenProduct) =>
  call(approveProductCall, { params: { id }, query: { seen: updatedAt } });

/** @throws ApiFailure as `approveProduct`. */
export const rejectProduct = ({ id, updatedAt }: SeenProduct, reason: string) =>
  call(rejectProductCall, { params: { id }, query: { seen: updatedAt }, body: { reason } });

/** Decides on several products. The answer says which decisions the server has accepted. */
export const decideProducts = (
  products: readonly SeenProduct[],
  decision: { decision: 'approve' } | { decision: 'reject'; reason: string },
) =>
  call(decideProductsCall, {
    body: { ...decision, products: products.map(({ id, updatedAt }) => ({ id, seen: updatedAt })) },
  });

export const listQueueGroups = () => call(listQueueGroupsCall);

/** @throws ApiFailure as `approveProduct`. */
export const snoozeProduct = (id: string, days: 0 | 1 | 3 | 7) =>
  call(snoozeProductCall, { params: { id }, body: { days } });

/** Undoes the viewer's own decisions of the last seconds. The answer says which ones. */
export const undoDecisions = (ids: string[]) => call(undoDecisionsCall, { body: { ids } });
