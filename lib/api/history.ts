// Apart from the other calls, so that no other page loads its schema.
import { listVersionsCall, revertProductCall } from '@/lib/contract/history';
import { call } from './http';

/** What a product said, newest first. @throws ApiFailure `not_found`. */
export const listVersions = (id: string, query: { after?: string } = {}) =>
  call(listVersionsCall, { params: { id }, query });

/** @throws ApiFailure `conflict` when the product is not listed, has an edit in the queue, or another product has the URL. */
export const revertProduct = (versionId: string) => call(revertProductCall, { params: { id: versionId } });
