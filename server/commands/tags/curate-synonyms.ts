import { TAG_LIMITS } from '@/lib/contract/tag-curation';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import {
  countSynonyms,
  deleteTagSlug,
  lockTagSlug,
  lockTagTree,
  takeTagSlug,
  updateTagSlug,
} from '@/server/queries/tags/curated-tags';
import { queueTagRefresh } from '@/server/queries/tags/moved-tags';
import { slugify } from '@/server/text/slug';
import { text } from '@/lib/texts/texts';
import { changeTag, refuse, refuseTakenName, refuseTakenSlug, type TagDeps } from './curate-tag';

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
        refuse(
          'conflict',
          'name',
          text('synonym.sameAddress', '{name} leads to this tag already: it has the same address.', { name }),
        );
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
