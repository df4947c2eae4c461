import { HOUR_MS } from '@/lib/contract/plain/durations';
import { IMAGE_LIMITS } from '@/lib/contract/image';
import { imageKey } from '@/lib/contract/plain/image-url';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import type { Viewer } from '@/server/policies/viewer';
import { findUsableImage } from '@/server/queries/images';

/**
 * Finds the upload with this URL for use by a product. It must be the viewer's own, and too recent to be deleted as
 * unused.
 *
 * @param presentIds the images that the product and its edit have, which may stay however old they are.
 * @throws ApiError `bad_request` naming the field `imageURL`.
 */
export async function requireUsableImage(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: Viewer,
  imageURL: string,
  presentIds: readonly string[] = [],
): Promise<string> {
  const key = imageKey(imageURL);
  const since = new Date(now().getTime() - IMAGE_LIMITS.unusedHours * HOUR_MS);
  const id = key && (await findUsableImage(db, { key, ownerId: viewer.userId, since, presentIds }));
  if (id) return id;
  const message = 'This image is no longer available. Please upload it again.';
  throw new ApiError('bad_request', message, { fields: { imageURL: message } });
}
