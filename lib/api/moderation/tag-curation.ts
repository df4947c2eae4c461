// Apart from the other calls, so that no other page loads its schema.
import * as calls from '@/lib/contract/tag-curation';
import { listTagMergesCall, mergeTagCall, undoTagMergeCall } from '@/lib/contract/tag-merge';
import { dismissTagProposalCall, listTagProposalsCall } from '@/lib/contract/tag-proposal';
import { call } from '@/lib/api/http';

/** Lists the tags that begin with `q`, by slug. A tag that has `q` as a synonym or former slug comes first. */
export const listCuratedTags = (query: { q?: string; state?: calls.TagListState; after?: string } = {}) =>
  call(calls.listCuratedTagsCall, { query });

/** @throws ApiFailure `conflict` for a slug that leads to another tag. */
export const renameTag = (id: string, body: { name: string; slug: string }) =>
  call(calls.renameTagCall, { params: { id }, body });

export const describeTag = (id: string, description: string) =>
  call(calls.describeTagCall, { params: { id }, body: { description } });

/** @throws ApiFailure `conflict` for a name that leads to another tag. */
export const addSynonym = (id: string, name: string) =>
  call(calls.addSynonymCall, { params: { id }, body: { name } });

export const removeSynonym = (id: string, slug: string) =>
  call(calls.removeSynonymCall, { params: { id, slug } });

export const hideTag = (id: string) => call(calls.hideTagCall, { params: { id } });

export const showTag = (id: string) => call(calls.showTagCall, { params: { id } });

/** @throws ApiFailure `bad_request` for a cycle, and for too many levels. */
export const nestTag = (id: string, parentId: string | null) =>
  call(calls.nestTagCall, { params: { id }, body: { parentId } });

/** @throws ApiFailure `conflict` when one of the tags is already merged, or the target is hidden. */
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
