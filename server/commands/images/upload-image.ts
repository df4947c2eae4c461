import { randomBytes } from 'node:crypto';
import { LOGO_PX_MIN } from '@/lib/contract/image';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { insertImage } from '@/server/queries/images';
import { hastenTask } from '@/server/queries/tasks';
import { imageKind, originalFile } from '@/server/images/image-files';
import { ImageRefusal, requireIcon, requireImageSize } from '@/server/images/image-processing';
import { PROCESS_IMAGES } from './process-image';
import { text } from '@/lib/texts/texts';

/** Longer than storing an upload takes. After that, an upload whose process has died is given up. */
const storingMs = MINUTE_MS;

type StoreDeps = Pick<Deps, 'jobWaker' | 'db' | 'images' | 'now'>;

/**
 * Stores an image and queues it for processing.
 *
 * @returns its key.
 * @throws ApiError `unsupported_media` or `too_large` when the image is not accepted.
 */
export async function uploadImage(deps: StoreDeps, viewer: Viewer, bytes: Buffer): Promise<string> {
  return storeChecked(deps, viewer, bytes, async () => {
    if (!imageKind(bytes)) {
      throw new ImageRefusal(
        'unsupported_media',
        text('image.formats', 'Use a PNG, JPEG, WebP, GIF or AVIF image.'),
      );
    }
    await requireImageSize(bytes);
  });
}

/** Stores an image that may become the logo of the site. @see uploadImage */
export const uploadLogo = (deps: StoreDeps, viewer: Viewer, bytes: Buffer): Promise<string> =>
  storeChecked(deps, viewer, bytes, () => requireIcon(bytes, LOGO_PX_MIN));

async function storeChecked(
  deps: StoreDeps,
  { userId }: Viewer,
  bytes: Buffer,
  check: () => Promise<void>,
): Promise<string> {
  try {
    await check();
    const { key } = await storeImage(deps, { bytes, ownerId: userId });
    return key;
  } catch (error) {
    if (!(error instanceof ImageRefusal)) throw error;
    throw new ApiError(error.reason, error.text, { fields: { file: error.message } });
  }
}

type NewImage = {
  bytes: Buffer;
  /** Null for an image that the server fetched for a product, not for a member. */
  ownerId: string | null;
  /** Where the server fetched it, and the version there. */
  source?: { url: string; version: string };
};

/** Stores an image whose header was checked, and queues it for processing. */
export async function storeImage(
  { jobWaker, db, images, now }: StoreDeps,
  { bytes, ownerId, source }: NewImage,
): Promise<{ id: string; key: string }> {
  const key = randomBytes(16).toString('base64url');
  const createdAt = now();
  const sourced = { sourceURL: source?.url ?? null, sourceVersion: source?.version ?? null };
  const { id, taskId } = await insertImage(
    db,
    { key, ownerId, createdAt, ...sourced },
    new Date(createdAt.getTime() + storingMs),
  );
  await images.write(originalFile(key), bytes);
  await hastenTask(db, taskId, now());
  jobWaker.wake(PROCESS_IMAGES);
  return { id, key };
}
