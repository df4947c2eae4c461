import type { Call } from './call';
import type { RateLimitName } from './rate-limits';
import * as calls from './tag-curation';

/** The calls by which moderators curate tags, with their limits. */
export const TAG_CURATION_LIMITS: readonly (readonly [readonly Call[], readonly RateLimitName[]])[] = [
  [
    [calls.listCuratedTagsCall, calls.listTagMergesCall, calls.listTagProposalsCall],
    ['readByAddress', 'readByUser'],
  ],
  [
    [
      calls.renameTagCall,
      calls.describeTagCall,
      calls.addSynonymCall,
      calls.removeSynonymCall,
      calls.hideTagCall,
      calls.showTagCall,
      calls.nestTagCall,
      calls.mergeTagCall,
      calls.undoTagMergeCall,
      calls.dismissTagProposalCall,
    ],
    ['changeByAddress', 'moderateByUser'],
  ],
];

export const TAG_CURATION_CALLS: readonly Call[] = TAG_CURATION_LIMITS.flatMap(([group]) => group);
