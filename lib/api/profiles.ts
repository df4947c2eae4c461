import { findProfileCall } from '@/lib/contract/profile';
import { call } from './http';

/** @throws ApiFailure `not_found` when nobody of this handle can be seen. */
export const findProfile = (handle: string, query: { after?: string } = {}) =>
  call(findProfileCall, { params: { handle }, query });
