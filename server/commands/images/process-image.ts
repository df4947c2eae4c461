import { MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import { DeadlineError } from '@/server/base/errors';
import {
  claimQueuedImage,
  type ImageRow,
  releaseImage,
  updateProcessedImage,
  updateRefusedImage,
} from '@/server/queries/images';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { originalFile, variantFile } from '@/server/images/image-files';
import { ImageRefusal } from '@/server/images/image-processing';

/** The job to wake when an upload is queued. */
export const PROCESS_IMAGES = 'process-images';

/** Longer than the largest image takes, so that no other process starts on the same image meanwhile. */
const leaseMs = 2 * MINUTE_MS;
/** Attempts before an image that crashes the decoder or cannot be stored is rejected. */
const attemptsMax = 4;
/**
 * Time limits of the first and of further attempts. A slow image is tried again after all images that have not been
 * tried yet, so that a few hostile images delay another one by seconds at most.
 */
const firstAttemptMsMax = 1.5 * SECOND_MS;
const laterAttemptMsMax = 6 * SECOND_MS;

type ProcessDeps = Pick<Deps, 'db' | 'env' | 'images' | 'imageWorkers' | 'logger' | 'now'>;

const TOO_SLOW = 'This image takes too long to process. Please upload it with fewer pixels.';

/** Creates the sizes and formats of the oldest queued upload. @returns false when no upload is queued. */
export async function processNextImage(deps: ProcessDeps): Promise<boolean> {
  const startedAt = deps.now();
  const image = await claimQueuedImage(deps.db, {
    now: startedAt,
    claimedUntil: new Date(startedAt.getTime() + leaseMs),
  });
  if (!image) return false;
  if (image.attemptCount > attemptsMax) {
    await refuse(deps, image, "We couldn't process this image. Please try another one.");
    return true;
  }
  try {
    await makeFiles(deps, image);
  } catch (error) {
    const isFirstAttempt = image.attemptCount === 1;
    if (error instanceof ImageRefusal) await refuse(deps, image, error.message);
    else if (error instanceof DeadlineError && isFirstAttempt) await releaseImage(deps.db, image.id);
    else if (error instanceof DeadlineError) await refuse(deps, image, TOO_SLOW);
    else
      deps.logger.error(
        { err: error, image: image.id },
        'An image could not be processed. It is retried later.',
      );
  }
  return true;
}

async function makeFiles(
  { db, images, imageWorkers, now }: ProcessDeps,
  { id, key, attemptCount }: ImageRow,
): Promise<void> {
  const original = await images.read(originalFile(key));
  if (!original) throw new ImageRefusal('unsupported_media', 'The image was lost. Please upload it again.');
  const { files, widthPx, heightPx } = await imageWorkers.process(
    original,
    attemptCount === 1 ? firstAttemptMsMax : laterAttemptMsMax,
  );
  for (const { variant, bytes } of files) await images.write(variantFile(key, variant), bytes);
  await updateProcessedImage(db, id, { widthPx, heightPx, processedAt: now() });
  await images.delete([originalFile(key)]);
}

/** Rejects the image. Products that use it show their tile again. */
async function refuse(
  { db, env, images }: ProcessDeps,
  { id, key }: ImageRow,
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const productIds = await updateRefusedImage(tx, id, reason);
    await refreshSearchDocuments(tx, env.fields, productIds);
  });
  await images.delete([originalFile(key)]);
}
