// Apart from the other calls, so that no other page loads its schema.
import { listMergesCall, mergeProductCall, previewMergeCall, undoMergeCall } from '@/lib/contract/merge';
import { call } from '@/lib/api/http';

/** What merging a product into another would do. @throws ApiFailure as `mergeProduct`. */
export const previewMerge = (id: string, intoId: string) =>
  call(previewMergeCall, { params: { id }, query: { intoId } });

/** @throws ApiFailure `conflict` when one of both is not listed, or the duplicate has an edit in the queue. */
export const mergeProduct = (id: string, intoId: string) =>
  call(mergeProductCall, { params: { id }, body: { intoId } });

/** The merges that can still be undone, newest first. */
export const listMerges = (query: { after?: string } = {}) => call(listMergesCall, { query });

/** @throws ApiFailure `not_found` after 30 days, and `conflict` when a later merge has to be undone first. */
export const undoMerge = (id: string) => call(undoMergeCall, { params: { id } });
