import type { Call } from './call';
import { editModeratedProductCall, findTextsCall } from './editing';
import type { RateLimitName } from './rate-limits';
import {
  acceptSuggestionCall,
  listOpenSuggestionsCall,
  listOwnSuggestionsCall,
  listProductSuggestionsCall,
  rejectSuggestionCall,
  suggestEditCall,
  withdrawSuggestionCall,
} from './suggestion';

/** The calls that change, or suggest to change, what a product says, with their limits. */
export const EDITING_LIMITS: readonly (readonly [readonly Call[], readonly RateLimitName[]])[] = [
  [
    [findTextsCall, listProductSuggestionsCall, listOwnSuggestionsCall, listOpenSuggestionsCall],
    ['readByAddress', 'readByUser'],
  ],
  [[suggestEditCall], ['changeByAddress', 'suggestByUser', 'suggestByAddress']],
  [[withdrawSuggestionCall], ['changeByAddress', 'withdrawByUser']],
  [
    [editModeratedProductCall, acceptSuggestionCall, rejectSuggestionCall],
    ['changeByAddress', 'moderateByUser'],
  ],
];

export const EDITING_CALLS: readonly Call[] = EDITING_LIMITS.flatMap(([calls]) => calls);
