import type { Call } from './call';
import type { RateLimitName } from './rate-limits';
import * as calls from './tag-curation';
import { listTagMergesCall, mergeTagCall, undoTagMergeCall } from './tag-merge';
import { dismissTagProposalCall, listTagProposalsCall } from './tag-proposal';

/** The calls by which moderators curate tags, with their limits. */
export const TAG_CURATION_LIMITS: readonly (readonly [readonly Call[], readonly RateLimitName[]])[] = [
  [
    [calls.listCuratedTagsCall, listTagMergesCall, listTagProposalsCall],
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
      mergeTagCall,
      undoTagMergeCall,
      dismissTagProposalCall,
    ],
    ['changeByAddress', 'moderateByUser'],
  ],
];

export const TAG_CURATION_CALLS: readonly Call[] = TAG_CURATION_LIMITS.flatMap(([group]) => group);
