import { TAG_LIMITS } from '@/lib/contract/tag-curation';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import {
  countLevelsBelow,
  findTagById,
  listAncestors,
  lockTagTree,
  updateTag,
} from '@/server/queries/tags/tag-curation';
import { changeTag, type TagDeps } from './change-tag';

/**
 * Puts a tag below another one, or below none.
 *
 * @throws ApiError as `changeTag`; `bad_request` for the tag itself, one below it, a merged one, and too many levels.
 */
export async function nestTag(
  deps: TagDeps,
  viewer: Viewer,
  { id, parentId }: { id: string; parentId: string | null },
): Promise<void> {
  await changeTag(
    deps,
    viewer,
    id,
    async (tx, tag) => {
      if (tag.parentId === parentId) return undefined;
      if (parentId === null) {
        await updateTag(tx, id, { parentId: null });
        return { action: 'tag.nest', details: { parent: '', parentName: '' } };
      }
      const parent = await findTagById(tx, parentId);
      if (!parent || parent.mergedIntoId !== null) refuse('That tag no longer exists.');
      const above = await listAncestors(tx, parentId);
      if ([parentId, ...above.map((ancestor) => ancestor.id)].includes(id)) {
        refuse(`${parent.name} is ${tag.name}, or below it, so it can't be above it.`);
      }
      if (above.length + 2 + (await countLevelsBelow(tx, id)) > TAG_LIMITS.levelsMax) {
        refuse(`Tags have at most ${TAG_LIMITS.levelsMax} levels.`);
      }
      await updateTag(tx, id, { parentId });
      return { action: 'tag.nest', details: { parent: parentId, parentName: parent.name } };
    },
    // Two changes that make a circle together must see each other.
    lockTagTree,
  );
}

function refuse(message: string): never {
  throw new ApiError('bad_request', message, { fields: { parentId: message } });
}
