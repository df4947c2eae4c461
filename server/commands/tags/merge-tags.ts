import { DAY_MS } from '@/lib/contract/plain/durations';
import { TAG_LIMITS } from '@/lib/contract/tag-curation';
import { logAction } from '@/server/commands/log-action';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { noteSiteChange } from '@/server/queries/public-changes';
import { queueTagRefresh } from '@/server/queries/tags/moved-tags';
import {
  countLevelsBelow,
  listAncestors,
  lockTagTree,
  moveChildren,
  returnChildren,
  updateTag,
} from '@/server/queries/tags/curated-tags';
import {
  findLaterTagMerge,
  findUnfinishedMerge,
  insertTagMerge,
  type LockedTag,
  lockTagMerge,
  lockTags,
  releaseTag,
} from '@/server/queries/tags/tag-merges';
import { inTransaction } from '@/server/queries/write-conflict';
import { CURATE_TAGS, type TagDeps } from './curate-tag';
import { say, type Text, text } from '@/lib/texts/texts';

/**
 * Merges a tag into another one. From now on, its page and all its names lead to the target, also in submissions and
 * imports. A job gives its products the target in small steps.
 *
 * @returns the id of the merge.
 * @throws ApiError `not_found`; `bad_request` for a tag itself; `conflict` when one of both is merged already, or is
 *   part of a merge that is under way, or the target is hidden, or tags would have too many levels.
 */
export async function mergeTag(
  { db, now, jobWaker }: TagDeps,
  viewer: Viewer,
  { id, intoId }: { id: string; intoId: string },
): Promise<string> {
  if (id === intoId) refuse(text('tag.chooseAnother', 'Choose another tag.'));
  const mergeId = await inTransaction(db, async (tx) => {
    await lockTagTree(tx);
    const locked = await lockTags(tx, [id, intoId]);
    const { source, target } = requireMergeable(locked.get(id), locked.get(intoId));
    const unfinished = await findUnfinishedMerge(tx, [id, intoId]);
    if (unfinished) {
      throw new ApiError(
        'conflict',
        text('tag.moving', '{name} is still being moved. Try again in a minute.', {
          name: unfinished.name,
        }),
      );
    }
    const ancestors = await listAncestors(tx, intoId);
    const movedChildIds = await moveChildren(tx, {
      fromId: id,
      toId: intoId,
      exceptIds: [intoId, ...ancestors.map((ancestor) => ancestor.id)],
    });
    // A target below the source takes its place.
    if (target.parentId === id) await updateTag(tx, intoId, { parentId: source.parentId });
    if (movedChildIds.length > 0 && (await hasTooManyLevels(tx, intoId))) {
      throw new ApiError(
        'conflict',
        text(
          'tag.mergeTooManyLevels',
          '{name} would get tags below it that make more than {levelsMax} levels. Move the tags below {source} first.',
          { name: target.name, levelsMax: TAG_LIMITS.levelsMax, source: source.name },
        ),
      );
    }
    const mergeId = await insertTagMerge(tx, {
      ...{ sourceId: id, targetId: intoId, moderatorId: viewer.userId, createdAt: now(), state: 'moving' },
      ...{
        sourceProductCount: source.productCount,
        targetProductCount: target.productCount,
        movedChildIds,
      },
    });
    await queueTagRefresh(tx, [intoId]);
    await noteSiteChange(tx);
    await log(tx, viewer, { action: 'tag.merge', source, target, at: now() });
    return mergeId;
  });
  jobWaker.wake(CURATE_TAGS);
  return mergeId;
}

const hasTooManyLevels = async (db: Deps['db'], id: string): Promise<boolean> =>
  (await listAncestors(db, id)).length + 1 + (await countLevelsBelow(db, id)) > TAG_LIMITS.levelsMax;

function requireMergeable(
  source: LockedTag | undefined,
  target: LockedTag | undefined,
): { source: LockedTag; target: LockedTag } {
  if (!source) throw new ApiError('not_found', text('tag.gone', 'This tag no longer exists.'));
  if (!target) refuse(text('tag.otherGone', 'That tag no longer exists.'));
  const merged = [source, target].find(({ mergedIntoId }) => mergedIntoId !== null);
  if (merged)
    throw new ApiError(
      'conflict',
      text('tag.mergedAway', '{name} was merged into another tag.', { name: merged.name }),
    );
  if (target.hiddenAt !== null) {
    throw new ApiError(
      'conflict',
      text('tag.mergeIntoHidden', '{name} is hidden. Show it first, then merge into it.', {
        name: target.name,
      }),
    );
  }
  return { source, target };
}

/**
 * Undoes a merge of the last 30 days: the source is a tag of its own again at once, and gets its products back in small
 * steps. Products that have lost the target since get neither.
 *
 * @throws ApiError `not_found` for a merge that is older or was undone; `conflict` while the target has a later merge.
 */
export async function undoTagMerge(
  { db, now, jobWaker }: TagDeps,
  viewer: Viewer,
  id: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockTagTree(tx);
    const found = await lockTagMerge(tx, id);
    const undoableSince = now().getTime() - TAG_LIMITS.undoDays * DAY_MS;
    if (!found || found.state === 'returning' || found.createdAt.getTime() <= undoableSince) {
      throw new ApiError('not_found', text('merge.undoTooLate', 'This merge can no longer be undone.'));
    }
    const { sourceId, targetId, movedChildIds } = found;
    const locked = await lockTags(tx, [sourceId, targetId]);
    const [source, target] = [locked.get(sourceId), locked.get(targetId)];
    if (!source || !target) throw new Error(`A tag of the merge ${id} is gone without the merge`);
    const later = await findLaterTagMerge(tx, found);
    if (later)
      throw new ApiError(
        'conflict',
        text('merge.laterTagMerge', '{name} was merged later. Undo that merge first.' /* a tag */, {
          name: later.name,
        }),
      );
    await releaseTag(tx, found);
    await returnChildren(tx, { ids: movedChildIds, fromId: targetId, toId: sourceId });
    // The parents of the source may have moved below its children, or further down the tree, since the merge.
    const ancestors = await listAncestors(tx, sourceId);
    const isCircle = ancestors.some((ancestor) => ancestor.id === sourceId);
    if (isCircle || (await hasTooManyLevels(tx, sourceId))) {
      await updateTag(tx, sourceId, { parentId: null });
    }
    await queueTagRefresh(tx, [targetId]);
    await noteSiteChange(tx);
    await log(tx, viewer, { action: 'tag.unmerge', source, target, at: now() });
  });
  jobWaker.wake(CURATE_TAGS);
}

function refuse(message: Text): never {
  throw new ApiError('bad_request', message, { fields: { intoId: say(message) } });
}

type LogEntry = { action: 'tag.merge' | 'tag.unmerge'; source: LockedTag; target: LockedTag; at: Date };

const log = (db: Deps['db'], viewer: Viewer, { action, source, target, at }: LogEntry) =>
  logAction(db, viewer, {
    action,
    createdAt: at,
    details: {
      ...{ tag: source.id, name: source.name, slug: source.slug },
      ...{ into: target.id, intoName: target.name, intoSlug: target.slug },
    },
  });
