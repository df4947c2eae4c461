import { logAction } from '@/server/commands/log-action';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { noteSiteChange } from '@/server/queries/public-changes';
import { type LockedTag, lockTags } from '@/server/queries/tags/tag-merges';
import { inTransaction } from '@/server/queries/write-conflict';
import { TAG_LIMITS } from '@/lib/contract/tag-curation';
import { queueTagRefresh } from '@/server/queries/tags/moved-tags';
import {
  takeTagSlug,
  countLevelsBelow,
  findTagById,
  findTagNamed,
  listAncestors,
  lockTagTree,
  updateTag,
  updateTagSlug,
} from '@/server/queries/tags/curated-tags';
import { slugify } from '@/server/text/slug';
import { say, type Text, text } from '@/lib/texts/texts';

export type TagDeps = Pick<Deps, 'db' | 'now' | 'jobWaker'>;

export const CURATE_TAGS = 'curate-tags';

type Logged = { action: Parameters<typeof logAction>[2]['action']; details: Record<string, string> };

/**
 * Changes a tag, logs it, and tells every cache: the name of a tag is on the pages of all its products, and pages that
 * did not exist may exist now.
 *
 * @param apply makes the change of the locked tag. Undefined: nothing has changed, and nothing is logged.
 * @param lockBefore takes locks that come before that of the tag.
 * @throws ApiError `not_found` for an unknown tag; `conflict` for a merged tag.
 */
export async function changeTag(
  { db, now, jobWaker }: TagDeps,
  viewer: Viewer,
  id: string,
  apply: (tx: Deps['db'], tag: LockedTag) => Promise<Logged | undefined>,
  lockBefore?: (tx: Deps['db']) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockBefore?.(tx);
    const tag = (await lockTags(tx, [id])).get(id);
    if (!tag) throw new ApiError('not_found', text('tag.gone', 'This tag no longer exists.'));
    if (tag.mergedIntoId !== null)
      throw new ApiError(
        'conflict',
        text('tag.mergedAway', '{name} was merged into another tag.', { name: tag.name }),
      );
    const logged = await apply(tx, tag);
    if (!logged) return;
    const { action, details } = logged;
    await noteSiteChange(tx);
    await logAction(tx, viewer, {
      action,
      createdAt: now(),
      details: { tag: id, name: tag.name, slug: tag.slug, ...details },
    });
  });
  jobWaker.wake(CURATE_TAGS);
}

/**
 * Gives a tag another name and slug. Its former slug leads to it for good.
 *
 * @throws ApiError as `changeTag`; `bad_request` for a slug that no page can have; `conflict` for a slug that leads to
 *   another tag, and for the name of another tag.
 */
export async function renameTag(
  deps: TagDeps,
  viewer: Viewer,
  { id, name, slug }: { id: string; name: string; slug: string },
): Promise<void> {
  if (slugify(slug) !== slug) {
    refuse(
      'bad_request',
      'slug',
      text('tag.slugLetters', 'Use lower case letters, digits and hyphens, such as {example}.', {
        example: slugify(slug) || 'web-design',
      }),
    );
  }
  await changeTag(
    deps,
    viewer,
    id,
    async (tx, tag) => {
      if (tag.name === name && tag.slug === slug) return undefined;
      if (tag.name !== name) await refuseTakenName(tx, id, name);
      if (tag.slug !== slug) {
        const owned = await takeTagSlug(tx, { slug, tagId: id, kind: 'present', name: null });
        if (owned.tagId !== id) await refuseTakenSlug(tx, owned.tagId, { field: 'slug', slug });
        await updateTagSlug(tx, slug, { kind: 'present', name: null });
        await updateTagSlug(tx, tag.slug, { kind: 'former' });
      }
      await updateTag(tx, id, { name, slug, comparedProductCount: null });
      await queueTagRefresh(tx, [id]);
      return { action: 'tag.rename', details: { newName: name, newSlug: slug } };
    },
    // Two tags that get one name at the same moment must see each other.
    lockTagTree,
  );
}

export async function refuseTakenName(db: Deps['db'], exceptId: string, name: string): Promise<void> {
  const owner = await findTagNamed(db, { name, exceptId });
  if (owner === undefined) return;
  refuse(
    'conflict',
    'name',
    owner.toLowerCase() === name.toLowerCase()
      ? text('tag.nameTaken', 'There is already a tag {owner}. To make one tag of both, merge them.', {
          owner,
        })
      : text(
          'tag.nameOfOther',
          '{name} is another name of {owner} already. To make one tag of both, merge them.',
          { owner, name },
        ),
  );
}

export async function refuseTakenSlug(
  db: Deps['db'],
  ownerId: string,
  { field, slug }: { field: string; slug: string },
): Promise<never> {
  const owner = (await findTagById(db, ownerId))?.name;
  const address = `/tag/${slug}`;
  return refuse(
    'conflict',
    field,
    owner === undefined
      ? text(
          'tag.addressOfOther',
          '{address} already leads to another tag. To make one tag of both, merge them.',
          { address },
        )
      : text('tag.addressTaken', '{address} already leads to {owner}. To make one tag of both, merge them.', {
          address,
          owner,
        }),
  );
}

/** @param description plain text. @throws ApiError as `changeTag`. */
export async function describeTag(
  deps: TagDeps,
  viewer: Viewer,
  { id, description }: { id: string; description: string },
): Promise<void> {
  await changeTag(deps, viewer, id, async (tx, tag) => {
    if (tag.description === description) return undefined;
    await updateTag(tx, id, { description });
    return { action: 'tag.describe', details: { description } };
  });
}

/** Hides a tag or shows it again. The tag stays on its products. @throws ApiError as `changeTag`. */
export async function setTagHidden(
  deps: TagDeps,
  viewer: Viewer,
  { id, isHidden }: { id: string; isHidden: boolean },
): Promise<void> {
  await changeTag(deps, viewer, id, async (tx, tag) => {
    if ((tag.hiddenAt !== null) === isHidden) return undefined;
    await updateTag(tx, id, { hiddenAt: isHidden ? deps.now() : null });
    await queueTagRefresh(tx, [id]);
    return { action: isHidden ? 'tag.hide' : 'tag.show', details: {} };
  });
}

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
      if (!parent || parent.mergedIntoId !== null)
        refuse('bad_request', 'parentId', text('tag.otherGone', 'That tag no longer exists.'));
      const above = await listAncestors(tx, parentId);
      if ([parentId, ...above.map((ancestor) => ancestor.id)].includes(id)) {
        refuse(
          'bad_request',
          'parentId',
          text('tag.circle', "{name} is {tag}, or below it, so it can't be above it.", {
            name: parent.name,
            tag: tag.name,
          }),
        );
      }
      if (above.length + 2 + (await countLevelsBelow(tx, id)) > TAG_LIMITS.levelsMax) {
        refuse(
          'bad_request',
          'parentId',
          text('tag.tooManyLevels', 'Tags have at most {levelsMax} levels.', {
            levelsMax: TAG_LIMITS.levelsMax,
          }),
        );
      }
      await updateTag(tx, id, { parentId });
      return { action: 'tag.nest', details: { parent: parentId, parentName: parent.name } };
    },
    // Two changes that make a circle together must see each other.
    lockTagTree,
  );
}

export function refuse(code: 'bad_request' | 'conflict', field: string, message: Text): never {
  throw new ApiError(code, message, { fields: { [field]: say(message) } });
}
