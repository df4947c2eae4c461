import { HOUR_MS } from '@/lib/contract/plain/durations';
import { IMAGE_LIMITS } from '@/lib/contract/image';
import type { Deps } from '@/server/deps';
import { deleteUnusedImage, listUnusedImages } from '@/server/queries/images';
import { filesOf } from '@/server/images/image-files';

/** Older than anything that could still be chosen, so that none is deleted while it is. */
const ageMs = (IMAGE_LIMITS.unusedHours + 1) * HOUR_MS;
const batch = 100;

/**
 * Deletes uploads that became nobody's picture within a day, and those that were replaced. Safe to repeat: the row
 * goes last, so that files of a run that was cut short are found again.
 */
export async function deleteUnusedImages(
  { db, images, now }: Pick<Deps, 'db' | 'images' | 'now'>,
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(now().getTime() - ageMs);
  for (;;) {
    const unused = await listUnusedImages(db, before, batch);
    for (const { id, key } of unused) {
      if (signal?.aborted) return;
      await images.delete(filesOf(key));
      await deleteUnusedImage(db, id);
    }
    if (unused.length < batch) return;
  }
}
