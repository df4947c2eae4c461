import type { Call } from './call';
import {
  endClaimCall,
  findClaimCall,
  listClaimsCall,
  startClaimCall,
  verifyClaimCall,
  withdrawClaimCall,
} from './claim';
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
    [
      findTextsCall,
      listProductSuggestionsCall,
      listOwnSuggestionsCall,
      listOpenSuggestionsCall,
      findClaimCall,
      listClaimsCall,
    ],
    ['readByAddress', 'readByUser'],
  ],
  [[suggestEditCall], ['changeByAddress', 'suggestByUser', 'suggestByAddress']],
  [
    [startClaimCall, verifyClaimCall],
    ['changeByAddress', 'claimByUser', 'claimByAddress'],
  ],
  [
    [withdrawSuggestionCall, endClaimCall],
    ['changeByAddress', 'withdrawByUser'],
  ],
  [
    [editModeratedProductCall, acceptSuggestionCall, rejectSuggestionCall, withdrawClaimCall],
    ['changeByAddress', 'moderateByUser'],
  ],
];

export const EDITING_CALLS: readonly Call[] = EDITING_LIMITS.flatMap(([calls]) => calls);
