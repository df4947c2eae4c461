import { HOUR_MS } from '@/lib/contract/plain/durations';
import { IMAGE_LIMITS } from '@/lib/contract/image';
import type { Deps } from '@/server/deps';
import { checkImageUses, deleteUnusedImage } from '@/server/queries/images';
import { filesOf } from '@/server/images/image-files';

/** Older than any upload that can still be chosen, so that no image is deleted while it is being chosen. */
const ageMs = (IMAGE_LIMITS.unusedHours + 1) * HOUR_MS;
const imagesPerBatch = 100;

/**
 * Deletes uploads that no product or user uses after a day, images that were replaced, and files of killed writes. Safe
 * to repeat: deletes the row last, so that the next run finds the files of an interrupted run.
 */
export async function deleteUnusedImages(
  { db, images, now }: Pick<Deps, 'db' | 'images' | 'now'>,
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(now().getTime() - ageMs);
  await images.deleteLeftovers(before);
  for (;;) {
    const { checkedCount, unused } = await checkImageUses(db, before, imagesPerBatch);
    if (checkedCount === 0) return;
    for (const { id, key } of unused) {
      if (signal?.aborted) return;
      await images.delete(filesOf(key));
      await deleteUnusedImage(db, id);
    }
  }
}
