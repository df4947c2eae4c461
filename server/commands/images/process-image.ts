import { MINUTE_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import {
  claimQueuedImage,
  type ImageRow,
  updateProcessedImage,
  updateRefusedImage,
} from '@/server/queries/images';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { originalFile, variantFile } from '@/server/images/image-files';
import { ImageRefusal, processImage } from '@/server/images/image-processing';

/** The job that is rung for when an upload waits. */
export const PROCESS_IMAGES = 'process-images';

/** Longer than the largest picture takes: nobody else begins with what is still under way. */
const leaseMs = 2 * MINUTE_MS;
/** A picture that took the process down with it, or could not be stored, so often is given up. */
const attemptsMax = 4;

type ProcessDeps = Pick<Deps, 'responseCache' | 'db' | 'images' | 'logger' | 'now'>;

/** Makes the sizes and formats of the upload that waits longest. False when none waits. */
export async function processNextImage(deps: ProcessDeps): Promise<boolean> {
  const startedAt = deps.now();
  const image = await claimQueuedImage(deps.db, {
    now: startedAt,
    claimedUntil: new Date(startedAt.getTime() + leaseMs),
  });
  if (!image) return false;
  if (image.attemptCount > attemptsMax) {
    await refuse(deps, image, 'That picture could not be processed.');
    return true;
  }
  try {
    await makeFiles(deps, image);
  } catch (error) {
    if (error instanceof ImageRefusal) await refuse(deps, image, error.message);
    else deps.logger.error({ err: error, image: image.id }, 'A picture could not be processed yet.');
  }
  return true;
}

async function makeFiles({ db, images, now }: ProcessDeps, { id, key }: ImageRow): Promise<void> {
  const original = await images.read(originalFile(key));
  if (!original) throw new ImageRefusal('unsupported_media', 'That picture was lost. Upload it again.');
  const { files, widthPx, heightPx } = await processImage(original);
  for (const { variant, bytes } of files) await images.write(variantFile(key, variant), bytes);
  await updateProcessedImage(db, id, { widthPx, heightPx, processedAt: now() });
  await images.delete([originalFile(key)]);
}

/** Products that had the picture go back to their tile. */
async function refuse(
  { responseCache, db, images }: ProcessDeps,
  { id, key }: ImageRow,
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const productIds = await updateRefusedImage(tx, id, reason);
    await refreshSearchDocuments(tx, productIds);
  });
  responseCache.clear();
  await images.delete([originalFile(key)]);
}
