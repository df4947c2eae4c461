import { Hono } from 'hono';
import { DAY_MS } from '@/lib/contract/plain/durations';
import {
  addSynonymCall,
  describeTagCall,
  hideTagCall,
  listCuratedTagsCall,
  nestTagCall,
  removeSynonymCall,
  renameTagCall,
  showTagCall,
  TAG_LIMITS,
  dismissTagProposalCall,
  listTagProposalsCall,
  type TagProposal,
  listTagMergesCall,
  mergeTagCall,
  type TagMerge,
  undoTagMergeCall,
} from '@/lib/contract/tag-curation';
import {
  addSynonym,
  describeTag,
  removeSynonym,
  renameTag,
  setTagHidden,
} from '@/server/commands/tags/curate-tag';
import { mergeTag, undoTagMerge } from '@/server/commands/tags/merge-tags';
import { nestTag } from '@/server/commands/tags/nest-tag';
import { dismissTagProposal } from '@/server/commands/tags/propose-merges';
import type { AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { findCuratedTag, listCuratedTags } from '@/server/queries/tags/curated-tags';
import { findTagMerge, listTagMerges, type TagMergeRow } from '@/server/queries/tags/tag-merges';
import { listTagProposals, type ProposalRow } from '@/server/queries/tags/tag-proposals';
import { findTagBySlug } from '@/server/queries/tags/tag-names';
import { slugify } from '@/server/text/slug';

/** What moderators do with tags. */
export const tagCurationRoutes = new Hono<AppEnv>();

memberEndpoint(tagCurationRoutes, listCuratedTagsCall, async (c, { query: { q, state, after } }) => {
  const { db, cursorSigner: signer } = c.var.deps;
  const prefix = slugify(q);
  const { rows, nextCursor } = await readPage(
    { signer, list: 'tags', after, limit: TAG_LIMITS.pageSize },
    {
      read: ({ after: position, limit }) =>
        listCuratedTags(db, { prefix, state, afterId: position?.id, limit }),
      // The slug of the tag is its position: a cursor has the id alone.
      positionOf: ({ id }) => ({ value: 0, id }),
    },
  );
  const called = after === undefined && prefix !== '' ? await findTagBySlug(db, prefix) : undefined;
  const isOther = called && !called.slug.startsWith(prefix) && (state === 'all' || called.isHidden);
  const other = isOther ? await findCuratedTag(db, called.id) : undefined;
  return { tags: other ? [other, ...rows] : rows, nextCursor };
});

memberEndpoint(tagCurationRoutes, renameTagCall, async (c, { viewer, params: { id }, body }) => {
  await renameTag(c.var.deps, viewer, { id, ...body });
  return {};
});

memberEndpoint(tagCurationRoutes, describeTagCall, async (c, { viewer, params: { id }, body }) => {
  await describeTag(c.var.deps, viewer, { id, ...body });
  return {};
});

memberEndpoint(tagCurationRoutes, addSynonymCall, async (c, { viewer, params: { id }, body }) => {
  await addSynonym(c.var.deps, viewer, { id, ...body });
  return {};
});

memberEndpoint(tagCurationRoutes, removeSynonymCall, async (c, { viewer, params }) => {
  await removeSynonym(c.var.deps, viewer, params);
  return {};
});

for (const [call, isHidden] of [
  [hideTagCall, true],
  [showTagCall, false],
] as const) {
  memberEndpoint(tagCurationRoutes, call, async (c, { viewer, params: { id } }) => {
    await setTagHidden(c.var.deps, viewer, { id, isHidden });
    return {};
  });
}

memberEndpoint(tagCurationRoutes, nestTagCall, async (c, { viewer, params: { id }, body }) => {
  await nestTag(c.var.deps, viewer, { id, ...body });
  return {};
});

memberEndpoint(tagCurationRoutes, mergeTagCall, async (c, { viewer, params: { id }, body: { intoId } }) => {
  const mergeId = await mergeTag(c.var.deps, viewer, { id, intoId });
  const row = await findTagMerge(c.var.deps.db, mergeId);
  if (!row) throw new ApiError('conflict', 'The merge was undone already.');
  return { merge: presentTagMerge(row) };
});

memberEndpoint(tagCurationRoutes, listTagMergesCall, async (c, { query: { after } }) => {
  const { db, cursorSigner: signer } = c.var.deps;
  const { rows, nextCursor } = await readPage(
    { signer, list: 'tagMerges', after, limit: TAG_LIMITS.pageSize },
    {
      read: (from) => listTagMerges(db, from),
      positionOf: ({ createdAt, id }) => ({ value: createdAt, id }),
    },
  );
  return { merges: rows.map(presentTagMerge), nextCursor };
});

memberEndpoint(tagCurationRoutes, undoTagMergeCall, async (c, { viewer, params: { id } }) => {
  await undoTagMerge(c.var.deps, viewer, id);
  return {};
});

const presentTagMerge = ({ createdAt, ...row }: TagMergeRow): TagMerge => ({
  ...row,
  createdAt: createdAt.toISOString(),
  undoableUntil: new Date(createdAt.getTime() + TAG_LIMITS.undoDays * DAY_MS).toISOString(),
});

memberEndpoint(tagCurationRoutes, listTagProposalsCall, async (c, { query: { after } }) => {
  const { db, cursorSigner: signer } = c.var.deps;
  const { rows, nextCursor } = await readPage(
    { signer, list: 'tagProposals', after, limit: TAG_LIMITS.pageSize },
    {
      read: (from) => listTagProposals(db, from),
      positionOf: ({ score, id }) => ({ value: score, id }),
    },
  );
  return { proposals: rows.map(presentTagProposal), nextCursor };
});

memberEndpoint(tagCurationRoutes, dismissTagProposalCall, async (c, { viewer, params: { id } }) => {
  await dismissTagProposal(c.var.deps, viewer, id);
  return {};
});

/** The tag with more products stays; of two with as many, the older one. */
const presentTagProposal = ({ low, high, ...row }: ProposalRow): TagProposal =>
  high.productCount > low.productCount
    ? { ...row, source: low, target: high }
    : { ...row, source: high, target: low };
