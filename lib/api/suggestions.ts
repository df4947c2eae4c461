// Apart from the other calls, so that no other page loads its schema.
import type * as z from 'zod/mini';
import {
  agreeCall,
  listOwnSuggestionsCall,
  listProductSuggestionsCall,
  suggestEditCall,
  withdrawAgreementCall,
  withdrawSuggestionCall,
} from '@/lib/contract/suggestion';
import {
  acceptSuggestionCall,
  listOpenSuggestionsCall,
  rejectSuggestionCall,
} from '@/lib/contract/suggestion-decision';
import { call } from './http';

/** @throws ApiFailure `conflict` when the product has changed since, and `bad_request` with `fields`. */
export const suggestEdit = (id: string, body: z.input<typeof suggestEditCall.body>) =>
  call(suggestEditCall, { params: { id }, body });

/** The open suggestions for a product. */
export const listProductSuggestions = (id: string) => call(listProductSuggestionsCall, { params: { id } });

/** What the viewer has suggested, newest first. */
export const listOwnSuggestions = (after?: string) => call(listOwnSuggestionsCall, { query: { after } });

export const withdrawSuggestion = (id: string) => call(withdrawSuggestionCall, { params: { id } });

/** @throws ApiFailure `conflict` when the suggestion was decided or no longer fits the product; `forbidden` for members who are not trusted. */
export const agreeWithSuggestion = (id: string) => call(agreeCall, { params: { id } });

export const withdrawAgreement = (id: string) => call(withdrawAgreementCall, { params: { id } });

/** The suggestions that wait for a moderator, oldest first. */
export const listOpenSuggestions = (after?: string) => call(listOpenSuggestionsCall, { query: { after } });

/** @throws ApiFailure `conflict` when it was decided, or what it changes has changed since. */
export const acceptSuggestion = (id: string) => call(acceptSuggestionCall, { params: { id } });

/** @throws ApiFailure `conflict` when it was decided. */
export const rejectSuggestion = (id: string, reason: string) =>
  call(rejectSuggestionCall, { params: { id }, body: { reason } });
