// Apart from the other calls, so that no other page loads its schema.
import type * as z from 'zod/mini';
import {
  approveProductCall,
  correctValuesCall,
  type discontinuationInput,
  discontinueProductCall,
  listModeratedProductsCall,
  rejectProductCall,
  relistProductCall,
} from '@/lib/contract/moderation';
import { undoDecisionsCall } from '@/lib/contract/moderation-batches';
import type { FieldInputs } from '@/lib/contract/field';
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

/** Undoes the viewer's own decisions of the last seconds. The answer says which ones. */
export const undoDecisions = (ids: string[]) => call(undoDecisionsCall, { body: { ids } });

/** @throws ApiFailure `bad_request` with `fields`, and `conflict` when the product can't be discontinued. */
export const discontinueProduct = (id: string, body: z.input<typeof discontinuationInput>) =>
  call(discontinueProductCall, { params: { id }, body });

export const relistProduct = (id: string) => call(relistProductCall, { params: { id } });

/** @throws ApiFailure `bad_request` with `fields` such as `fields.price`, and `conflict` when the product isn't listed. */
export const correctValues = (id: string, fields: FieldInputs) =>
  call(correctValuesCall, { params: { id }, body: { fields } });
