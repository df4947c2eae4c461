import { HOUR_MS } from '@/lib/contract/plain/durations';
import { IMAGE_LIMITS } from '@/lib/contract/image';
import { imageKey } from '@/lib/contract/plain/image-url';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { findUsableImage } from '@/server/queries/images';
import { t } from '@/lib/texts/texts';

type ChosenImage = {
  /** The field of the submission, which the error names. */
  field: 'iconURL' | 'screenshotURL';
  /** Null for no image. */
  url: string | null;
  /** The images that the product and its edit have, which may stay however old they are. */
  existingIds?: readonly (string | null)[];
};

/**
 * Finds the upload with this URL for use by a product. It must be the viewer's own, and too recent to be deleted as
 * unused.
 *
 * @returns its id; null for no image.
 * @throws ApiError `bad_request` naming the field.
 */
export async function requireUsableImage(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: Pick<Viewer, 'userId'>,
  { field, url, existingIds = [] }: ChosenImage,
): Promise<string | null> {
  if (url === null) return null;
  const key = imageKey(url);
  const since = new Date(now().getTime() - IMAGE_LIMITS.unusedHours * HOUR_MS);
  const ids = existingIds.filter((id) => id !== null);
  const id = key && (await findUsableImage(db, { key, ownerId: viewer.userId, since, existingIds: ids }));
  if (id) return id;
  const message = t('image.notAvailable', 'This image is no longer available. Please upload it again.');
  throw new ApiError('bad_request', message, { fields: { [field]: message } });
}
