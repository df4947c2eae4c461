import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { findImageByKey } from '@/server/queries/images';
import { type ImageVariant, variantFile } from '@/server/images/image-files';
import { text } from '@/lib/texts/texts';

/** When a client may retry an image that is still being processed. Seconds. */
const processingSeconds = 1;

/**
 * Reads an image in one size and format.
 *
 * @throws ApiError `processing` until the image is ready, `unsupported_media` when it was refused, else `not_found`.
 */
export async function readImage(
  { db, images }: Pick<Deps, 'db' | 'images'>,
  key: string,
  variant: ImageVariant,
): Promise<Buffer> {
  if (!/^[\w-]{22}$/.test(key))
    throw new ApiError('not_found', text('image.missing', "This image doesn't exist."));
  const bytes = await images.read(variantFile(key, variant));
  if (bytes) return bytes;
  const image = await findImageByKey(db, key);
  if (image?.status === 'refused') {
    throw new ApiError(
      'unsupported_media',
      image.refusalReason ?? text('image.storedUnreadable', "We can't read this image."),
    );
  }
  // An image that was finished after the read above is there on the next request.
  if (!image) throw new ApiError('not_found', text('image.missing', "This image doesn't exist."));
  throw new ApiError('processing', text('image.processing', 'This image is still being processed.'), {
    retryAfterSeconds: processingSeconds,
  });
}
