// Apart from the other calls, so that no other page loads its schema.
import { findProfileCall } from '@/lib/contract/profile';
import { call } from './http';

/** @throws ApiFailure `not_found` when no public profile has this handle. */
export const findProfile = (handle: string, query: { after?: string } = {}) =>
  call(findProfileCall, { params: { handle }, query });
