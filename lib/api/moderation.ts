// Apart from the other calls, so that no other page loads its schema.
import { approveProductCall, listModeratedProductsCall, rejectProductCall } from '@/lib/contract/moderation';
import { call } from './http';

/** The queue, oldest first. */
export const listPendingProducts = (query: { after?: string } = {}) =>
  call(listModeratedProductsCall, { query });

/** The product to decide on, in the version that the moderator has seen. */
type SeenProduct = { id: string; updatedAt: string };

/** @throws ApiFailure `conflict` or `not_found` when there is nothing left to decide. */
export const approveProduct = ({ id, updatedAt }: SeenProduct) =>
  call(approveProductCall, { params: { id }, query: { seen: updatedAt } });

/** @throws ApiFailure as `approveProduct`. */
export const rejectProduct = ({ id, updatedAt }: SeenProduct, reason: string) =>
  call(rejectProductCall, { params: { id }, query: { seen: updatedAt }, body: { reason } });
