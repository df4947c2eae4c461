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
} from '@/lib/contract/tag-curation';
import {
  dismissTagProposalCall,
  listTagProposalsCall,
  type TagProposal,
  listTagMergesCall,
  mergeTagCall,
  type TagMerge,
  undoTagMergeCall,
} from '@/lib/contract/tag-merge';
import { addSynonym, removeSynonym } from '@/server/commands/tags/curate-synonyms';
import { describeTag, nestTag, renameTag, setTagHidden } from '@/server/commands/tags/curate-tag';
import { mergeTag, undoTagMerge } from '@/server/commands/tags/merge-tags';
import { dismissTagProposal } from '@/server/commands/tags/propose-merges';
import type { AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { curatedTagOrder, findCuratedTag, listCuratedTags } from '@/server/queries/tags/curated-tags';
import {
  tagMergeOrder,
  findTagMerge,
  listTagMerges,
  type TagMergeRow,
} from '@/server/queries/tags/tag-merges';
import { tagProposalOrder, listTagProposals, type ProposalRow } from '@/server/queries/tags/tag-proposals';
import { findTagBySlug } from '@/server/queries/tags/tag-names';
import { slugify } from '@/server/text/slug';
import { text } from '@/lib/texts/texts';

export const tagCurationRoutes = new Hono<AppEnv>();

memberEndpoint(tagCurationRoutes, listCuratedTagsCall, async (c, { query: { q, state, after } }) => {
  const { db } = c.var.deps;
  const prefix = slugify(q);
  const page = { after, limit: TAG_LIMITS.pageSize };
  const { rows, nextCursor } = await readPage(c, curatedTagOrder, page, ({ after: position, limit }) =>
    listCuratedTags(db, { prefix, state, afterId: position?.id, limit }),
  );
  const called = after === undefined && prefix !== '' ? await findTagBySlug(db, prefix) : undefined;
  const isOther = called && !called.slug.startsWith(prefix) && (state === 'all' || called.isHidden);
  const other = isOther ? await findCuratedTag(db, called.id) : undefined;
  return { tags: other ? [other, ...rows] : rows, nextCursor };
});

memberEndpoint(tagCurationRoutes, renameTagCall, (c, { viewer, params: { id }, body }) =>
  renameTag(c.var.deps, viewer, { id, ...body }),
);

memberEndpoint(tagCurationRoutes, describeTagCall, (c, { viewer, params: { id }, body }) =>
  describeTag(c.var.deps, viewer, { id, ...body }),
);

memberEndpoint(tagCurationRoutes, addSynonymCall, (c, { viewer, params: { id }, body }) =>
  addSynonym(c.var.deps, viewer, { id, ...body }),
);

memberEndpoint(tagCurationRoutes, removeSynonymCall, (c, { viewer, params }) =>
  removeSynonym(c.var.deps, viewer, params),
);

for (const [call, isHidden] of [
  [hideTagCall, true],
  [showTagCall, false],
] as const) {
  memberEndpoint(tagCurationRoutes, call, (c, { viewer, params: { id } }) =>
    setTagHidden(c.var.deps, viewer, { id, isHidden }),
  );
}

memberEndpoint(tagCurationRoutes, nestTagCall, (c, { viewer, params: { id }, body }) =>
  nestTag(c.var.deps, viewer, { id, ...body }),
);

memberEndpoint(tagCurationRoutes, mergeTagCall, async (c, { viewer, params: { id }, body: { intoId } }) => {
  const mergeId = await mergeTag(c.var.deps, viewer, { id, intoId });
  const row = await findTagMerge(c.var.deps.db, mergeId);
  if (!row) throw new ApiError('conflict', text('merge.undone', 'The merge was undone already.'));
  return { merge: presentTagMerge(row) };
});

memberEndpoint(tagCurationRoutes, listTagMergesCall, async (c, { query: { after } }) => {
  const page = { after, limit: TAG_LIMITS.pageSize };
  const { rows, nextCursor } = await readPage(c, tagMergeOrder, page, (from) =>
    listTagMerges(c.var.deps.db, from),
  );
  return { merges: rows.map(presentTagMerge), nextCursor };
});

memberEndpoint(tagCurationRoutes, undoTagMergeCall, (c, { viewer, params: { id } }) =>
  undoTagMerge(c.var.deps, viewer, id),
);

const presentTagMerge = ({ createdAt, ...row }: TagMergeRow): TagMerge => ({
  ...row,
  createdAt: createdAt.toISOString(),
  undoableUntil: new Date(createdAt.getTime() + TAG_LIMITS.undoDays * DAY_MS).toISOString(),
});

memberEndpoint(tagCurationRoutes, listTagProposalsCall, async (c, { query: { after } }) => {
  const page = { after, limit: TAG_LIMITS.pageSize };
  const { rows, nextCursor } = await readPage(c, tagProposalOrder, page, (from) =>
    listTagProposals(c.var.deps.db, from),
  );
  return { proposals: rows.map(presentTagProposal), nextCursor };
});

memberEndpoint(tagCurationRoutes, dismissTagProposalCall, (c, { viewer, params: { id } }) =>
  dismissTagProposal(c.var.deps, viewer, id),
);

/** The tag with more products stays; of two with as many, the older one. */
const presentTagProposal = ({ low, high, ...row }: ProposalRow): TagProposal =>
  high.productCount > low.productCount
    ? { ...row, source: low, target: high }
    : { ...row, source: high, target: low };
