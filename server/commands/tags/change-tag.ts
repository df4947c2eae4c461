import { logAction } from '@/server/commands/log-action';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { noteSiteChange } from '@/server/queries/public-changes';
import { type LockedTag, lockTags } from '@/server/queries/tags/tag-merges';
import { retryConflicts } from '@/server/queries/write-conflict';

export type TagDeps = Pick<Deps, 'db' | 'now' | 'jobWaker'>;

/** The job to wake when products have to follow a change of their tag. */
export const CURATE_TAGS = 'curate-tags';

/** What a change says in the log. */
type Logged = { action: Parameters<typeof logAction>[2]['action']; details: Record<string, string> };

/**
 * Changes a tag, logs it, and tells every cache: the name of a tag is on the pages of all its products, and pages that
 * did not exist may exist now.
 *
 * @param apply makes the change of the locked tag. Undefined: nothing has changed, and nothing is logged.
 * @param lockBefore takes locks that come before that of the tag.
 * @throws ApiError `not_found` for an unknown tag; `conflict` for one that was merged.
 */
export async function changeTag(
  { db, now, jobWaker }: TagDeps,
  viewer: Viewer,
  id: string,
  apply: (tx: Deps['db'], tag: LockedTag) => Promise<Logged | undefined>,
  lockBefore?: (tx: Deps['db']) => Promise<void>,
): Promise<void> {
  await retryConflicts(() =>
    db.transaction(async (tx) => {
      await lockBefore?.(tx);
      const tag = (await lockTags(tx, [id])).get(id);
      if (!tag) throw new ApiError('not_found', 'This tag no longer exists.');
      if (tag.mergedIntoId !== null)
        throw new ApiError('conflict', `${tag.name} was merged into another tag.`);
      const logged = await apply(tx, tag);
      if (!logged) return;
      const { action, details } = logged;
      await noteSiteChange(tx);
      await logAction(tx, viewer, {
        action,
        createdAt: now(),
        details: { tag: id, name: tag.name, slug: tag.slug, ...details },
      });
    }),
  );
  jobWaker.wake(CURATE_TAGS);
}
