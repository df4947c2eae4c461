import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import type { Viewer } from '@/server/policies/viewer';
import { insertImage, releaseImage } from '@/server/queries/images';
import { originalFile } from '@/server/images/image-files';
import { imageKind } from '@/server/images/image-kind';
import { ImageRefusal, requireImageSize } from '@/server/images/image-processing';
import { PROCESS_IMAGES } from './process-image';

/** How long storing the upload may take; a process that dies meanwhile leaves it to be given up. */
const storingMs = MINUTE_MS;

type StoreDeps = Pick<Deps, 'jobWaker' | 'db' | 'images' | 'now'>;

/**
 * Takes a member's picture into the queue.
 *
 * @returns its key.
 * @throws ApiError `unsupported_media` or `too_large` when it is none that we take, `rate_limited`.
 */
export async function uploadImage(
  deps: StoreDeps & Pick<Deps, 'rateLimits'>,
  viewer: Viewer,
  bytes: Buffer,
  sender: string,
): Promise<string> {
  await deps.rateLimits.consume('uploadByAddress', sender);
  await deps.rateLimits.consume('uploadByUser', viewer.userId);
  try {
    return await storeUpload(deps, viewer, bytes);
  } catch (error) {
    if (!(error instanceof ImageRefusal)) throw error;
    throw new ApiError(error.reason, error.message, { fields: { file: error.message } });
  }
}

/** @throws ImageRefusal */
export async function storeUpload(
  { jobWaker, db, images, now }: StoreDeps,
  { userId }: Viewer,
  bytes: Buffer,
): Promise<string> {
  if (!imageKind(bytes)) {
    throw new ImageRefusal('unsupported_media', 'Send the picture as PNG, JPEG, WebP, GIF or AVIF.');
  }
  await requireImageSize(bytes);
  const key = randomBytes(16).toString('base64url');
  const createdAt = now();
  const claimedUntil = new Date(createdAt.getTime() + storingMs);
  const id = await insertImage(db, { key, ownerId: userId, createdAt, claimedUntil });
  await images.write(originalFile(key), bytes);
  await releaseImage(db, id);
  jobWaker.wake(PROCESS_IMAGES);
  return key;
}
