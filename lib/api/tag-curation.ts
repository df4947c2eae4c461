// Apart from the other calls, so that no other page loads its schema.
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
  type TagListState,
  undoTagMergeCall,
} from '@/lib/contract/tag-curation';
import { call } from './http';

/** Tags by slug: those that begin with `q`, and first the one that `q` leads to by another name. */
export const listCuratedTags = (query: { q?: string; state?: TagListState; after?: string } = {}) =>
  call(listCuratedTagsCall, { query });

/** @throws ApiFailure `conflict` for a slug that leads to another tag. */
export const renameTag = (id: string, body: { name: string; slug: string }) =>
  call(renameTagCall, { params: { id }, body });

export const describeTag = (id: string, description: string) =>
  call(describeTagCall, { params: { id }, body: { description } });

/** @throws ApiFailure `conflict` for a name that leads to another tag. */
export const addSynonym = (id: string, name: string) =>
  call(addSynonymCall, { params: { id }, body: { name } });

export const removeSynonym = (id: string, slug: string) => call(removeSynonymCall, { params: { id, slug } });

export const hideTag = (id: string) => call(hideTagCall, { params: { id } });

export const showTag = (id: string) => call(showTagCall, { params: { id } });

/** @throws ApiFailure `bad_request` for a circle, and for too many levels. */
export const nestTag = (id: string, parentId: string | null) =>
  call(nestTagCall, { params: { id }, body: { parentId } });

/** @throws ApiFailure `conflict` when one of both is merged already, or the target is hidden. */
export const mergeTag = (id: string, intoId: string) =>
  call(mergeTagCall, { params: { id }, body: { intoId } });

/** The merges that can still be undone, newest first. */
export const listTagMerges = (query: { after?: string } = {}) => call(listTagMergesCall, { query });

/** @throws ApiFailure `not_found` after 30 days, and `conflict` when a later merge has to be undone first. */
export const undoTagMerge = (id: string) => call(undoTagMergeCall, { params: { id } });

/** Tags that might be the same, the most likely first. */
export const listTagProposals = (query: { after?: string } = {}) => call(listTagProposalsCall, { query });

/** Keeps two tags apart for good. @throws ApiFailure `not_found` for a proposal that is gone. */
export const dismissTagProposal = (id: string) => call(dismissTagProposalCall, { params: { id } });
