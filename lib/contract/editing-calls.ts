import type { Call } from './call';
import {
  endClaimCall,
  findClaimCall,
  listClaimsCall,
  startClaimCall,
  verifyClaimCall,
  withdrawClaimCall,
} from './claim';
import { editModeratedProductCall, findModeratedProductCall, findTextsCall } from './editing';
import { listVersionsCall, revertProductCall } from './history';
import { listMergesCall, mergeProductCall, previewMergeCall, undoMergeCall } from './merge';
import type { RateLimitName } from './rate-limits';
import {
  agreeCall,
  listOwnSuggestionsCall,
  listProductSuggestionsCall,
  suggestEditCall,
  withdrawAgreementCall,
  withdrawSuggestionCall,
} from './suggestion';
import { acceptSuggestionCall, listOpenSuggestionsCall, rejectSuggestionCall } from './suggestion-decision';

/** The calls about what a product says: changes, suggestions, claims, versions and merges, with their limits. */
export const EDITING_LIMITS: readonly (readonly [readonly Call[], readonly RateLimitName[]])[] = [
  [
    [
      findTextsCall,
      findModeratedProductCall,
      listProductSuggestionsCall,
      listOwnSuggestionsCall,
      listOpenSuggestionsCall,
      findClaimCall,
      listClaimsCall,
      listVersionsCall,
      listMergesCall,
    ],
    ['readByAddress', 'readByUser'],
  ],
  [[suggestEditCall], ['changeByAddress', 'suggestByUser', 'suggestByAddress']],
  [[agreeCall], ['changeByAddress', 'agreeByUser', 'agreeByAddress']],
  [
    [startClaimCall, verifyClaimCall],
    ['changeByAddress', 'claimByUser', 'claimByAddress'],
  ],
  [
    [withdrawSuggestionCall, withdrawAgreementCall, endClaimCall],
    ['changeByAddress', 'withdrawByUser'],
  ],
  [
    [
      editModeratedProductCall,
      acceptSuggestionCall,
      rejectSuggestionCall,
      withdrawClaimCall,
      revertProductCall,
      previewMergeCall,
      mergeProductCall,
      undoMergeCall,
    ],
    ['changeByAddress', 'moderateByUser'],
  ],
];

export const EDITING_CALLS: readonly Call[] = EDITING_LIMITS.flatMap(([calls]) => calls);
