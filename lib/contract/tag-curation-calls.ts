import type { Call } from './call';
import type { RateLimitName } from './rate-limits';
import {
  addSynonymCall,
  describeTagCall,
  dismissTagProposalCall,
  hideTagCall,
  listCuratedTagsCall,
  listTagMergesCall,
  listTagProposalsCall,
  mergeTagCall,
  nestTagCall,
  removeSynonymCall,
  renameTagCall,
  showTagCall,
  undoTagMergeCall,
} from './tag-curation';

/** The calls by which moderators curate tags, with their limits. */
export const TAG_CURATION_LIMITS: readonly (readonly [readonly Call[], readonly RateLimitName[]])[] = [
  [
    [listCuratedTagsCall, listTagMergesCall, listTagProposalsCall],
    ['readByAddress', 'readByUser'],
  ],
  [
    [
      renameTagCall,
      describeTagCall,
      addSynonymCall,
      removeSynonymCall,
      hideTagCall,
      showTagCall,
      nestTagCall,
      mergeTagCall,
      undoTagMergeCall,
      dismissTagProposalCall,
    ],
    ['changeByAddress', 'moderateByUser'],
  ],
];

export const TAG_CURATION_CALLS: readonly Call[] = TAG_CURATION_LIMITS.flatMap(([calls]) => calls);
