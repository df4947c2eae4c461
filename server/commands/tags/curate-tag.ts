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
  countSynonyms,
  deleteTagSlug,
  findTagById,
  findTagNamed,
  listAncestors,
  lockTagSlug,
  lockTagTree,
  updateTag,
  updateTagSlug,
} from '@/server/queries/tags/curated-tags';
import { slugify } from '@/server/text/slug';
import { t, text } from '@/lib/texts/texts';

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
    const message = t('tag.slugLetters', 'Use lower case letters, digits and hyphens, such as {slugify}.', {
      slugify: slugify(slug) || 'web-design',
    });
    throw new ApiError('bad_request', message, { fields: { slug: message } });
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

async function refuseTakenName(db: Deps['db'], exceptId: string, name: string): Promise<void> {
  const owner = await findTagNamed(db, { name, exceptId });
  if (owner === undefined) return;
  const isOwn = owner.toLowerCase() === name.toLowerCase();
  const message = t(
    'curateTag.isOwn',
    '{isOwn, select, true {There is already a tag {owner}} other {{name} is another name of {owner} already}}. To make one tag of both, merge them.',
    { owner, name, isOwn },
  );
  throw new ApiError('conflict', message, { fields: { name: message } });
}

async function refuseTakenSlug(
  db: Deps['db'],
  ownerId: string,
  { field, slug }: { field: string; slug: string },
): Promise<never> {
  const owner = (await findTagById(db, ownerId))?.name ?? t('curateTag.anotherTag', 'another tag');
  const message = `/tag/${slug} already leads to ${owner}. To make one tag of both, merge them.`;
  throw new ApiError('conflict', message, { fields: { [field]: message } });
}

/**
 * Makes another name lead to a tag: where tags are typed, in searches, in imports and in URLs.
 *
 * @throws ApiError as `renameTag`; `conflict` also when the tag has too many.
 */
export async function addSynonym(
  deps: TagDeps,
  viewer: Viewer,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const slug = slugify(name);
  if (slug === '')
    throw new ApiError('bad_request', text('synonym.needsLetter', 'A synonym needs a letter or a digit.'));
  await changeTag(
    deps,
    viewer,
    id,
    async (tx) => {
      const owned = await takeTagSlug(tx, { slug, tagId: id, kind: 'synonym', name });
      if (owned.tagId !== id) await refuseTakenSlug(tx, owned.tagId, { field: 'name', slug });
      if (owned.kind === 'present') {
        const message = t(
          'synonym.sameAddress',
          '{name} leads to this tag already: it has the same address.',
          { name },
        );
        throw new ApiError('conflict', message, { fields: { name: message } });
      }
      await refuseTakenName(tx, id, name);
      await updateTagSlug(tx, slug, { name });
      if ((await countSynonyms(tx, id)) > TAG_LIMITS.synonymsMax) {
        throw new ApiError(
          'conflict',
          text('synonym.tooMany', 'A tag has at most {synonymsMax} synonyms.', {
            synonymsMax: TAG_LIMITS.synonymsMax,
          }),
        );
      }
      await queueTagRefresh(tx, [id]);
      return { action: 'tag.add-synonym', details: { synonym: name } };
    },
    lockTagTree,
  );
}

/** @throws ApiError as `changeTag`; `not_found` for a synonym that the tag does not have. */
export async function removeSynonym(
  deps: TagDeps,
  viewer: Viewer,
  { id, slug }: { id: string; slug: string },
): Promise<void> {
  await changeTag(deps, viewer, id, async (tx) => {
    const owned = await lockTagSlug(tx, { tagId: id, slug });
    if (!owned || owned.name === null)
      throw new ApiError('not_found', text('synonym.none', 'This tag has no such synonym.'));
    // A former slug still leads to the tag.
    if (owned.kind === 'former') await updateTagSlug(tx, slug, { name: null });
    else await deleteTagSlug(tx, slug);
    await queueTagRefresh(tx, [id]);
    return { action: 'tag.remove-synonym', details: { synonym: owned.name } };
  });
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
      if (!parent || parent.mergedIntoId !== null) refuse(t('tag.otherGone', 'That tag no longer exists.'));
      const above = await listAncestors(tx, parentId);
      if ([parentId, ...above.map((ancestor) => ancestor.id)].includes(id)) {
        refuse(
          t('tag.circle', "{name} is {name2}, or below it, so it can't be above it.", {
            name: parent.name,
            name2: tag.name,
          }),
        );
      }
      if (above.length + 2 + (await countLevelsBelow(tx, id)) > TAG_LIMITS.levelsMax) {
        refuse(
          t('tag.tooManyLevels', 'Tags have at most {levelsMax} levels.', {
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

function refuse(message: string): never {
  throw new ApiError('bad_request', message, { fields: { parentId: message } });
}
