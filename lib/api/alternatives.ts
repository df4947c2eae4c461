// Apart from the other calls, so that no other page loads its schema.
import {
  approveAlternativeCall,
  listAlternativesCall,
  listPairsCall,
  listPendingAlternativesCall,
  listProposalsCall,
  proposeAlternativeCall,
  rejectAlternativeCall,
  removeAlternativeCall,
} from '@/lib/contract/alternative';
import { call } from './http';

/** @throws ApiFailure `not_found`, with the present slug in `fields.movedTo` for a former one. */
export const listAlternatives = (
  slug: string,
  query: { after?: string; limit?: number; filters?: string } = {},
) => call(listAlternativesCall, { params: { slug }, query });

/** The approved pairs among these products. */
export const listPairs = async (ids: readonly string[]) =>
  (await call(listPairsCall, { query: { ids: ids.join() } })).pairs;

/** @throws ApiFailure with `fields.alternativeId` when the pair can't be suggested. */
export const proposeAlternative = (body: { productId: string; alternativeId: string }) =>
  call(proposeAlternativeCall, { body });

/** What the viewer has suggested, newest first. */
export const listProposals = (after?: string) => call(listProposalsCall, { query: { after } });

/** The suggestions that wait for a moderator, oldest first. */
export const listPendingAlternatives = (after?: string) =>
  call(listPendingAlternativesCall, { query: { after } });

/** @throws ApiFailure `conflict` or `not_found` when there is nothing left to decide. */
export const approveAlternative = (id: string) => call(approveAlternativeCall, { params: { id } });

/** @throws ApiFailure as `approveAlternative`. */
export const rejectAlternative = (id: string, reason: string) =>
  call(rejectAlternativeCall, { params: { id }, body: { reason } });

/** Takes an approved pair off the pages of both products. */
export const removeAlternative = (id: string) => call(removeAlternativeCall, { params: { id } });
