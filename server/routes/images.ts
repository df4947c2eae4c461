import { Hono } from 'hono';
import { IMAGE_LIMITS, uploadImageCall, uploadLogoCall } from '@/lib/contract/image';
import { readImage } from '@/server/commands/images/read-image';
import { text } from '@/lib/texts/texts';
import { uploadImage, uploadLogo } from '@/server/commands/images/upload-image';
import type { AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { PUBLIC_IMAGE_HEADERS } from '@/server/http/security-headers';
import { uploadedImageURL } from '@/lib/contract/plain/image-url';
import { imageKind, readVariant, type ImageVariant } from '@/server/images/image-files';

export const imageRoutes = new Hono<AppEnv>();

const readUpload = async (file: File): Promise<Buffer> => {
  if (file.size > IMAGE_LIMITS.bytesMax)
    throw new ApiError('too_large', text('image.tooLarge', 'Use an image of at most 8 MiB.'));
  return Buffer.from(await file.arrayBuffer());
};

memberEndpoint(imageRoutes, uploadImageCall, async (c, { viewer, body: { file } }) => {
  const { deps } = c.var;
  const key = await uploadImage(deps, viewer, await readUpload(file));
  return { imageURL: uploadedImageURL(key, deps.env.serverURL) };
});

memberEndpoint(imageRoutes, uploadLogoCall, async (c, { viewer, body: { file } }) => {
  const { deps } = c.var;
  const key = await uploadLogo(deps, viewer, await readUpload(file));
  return { imageURL: uploadedImageURL(key, deps.env.serverURL) };
});

/**
 * An image in one size and format. It never changes, so caches may keep it forever. An image that is not ready, or
 * was refused, answers a failure like any other call.
 */
imageRoutes.get('/images/:key/:ending?', async (c) => {
  const { key, ending } = c.req.param();
  const variant = readVariant(ending);
  if (!variant) throw new ApiError('not_found', text('image.missing', "This image doesn't exist."));
  const etag = `"${ending ?? 'page'}"`;
  const bytes = await readImage(c.var.deps, key, variant);
  const headers = {
    ...PUBLIC_IMAGE_HEADERS,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': typeOf(variant, bytes),
    etag,
  };
  if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
  return c.body(new Uint8Array(bytes), 200, headers);
});

const typeOf = ({ format }: ImageVariant, bytes: Buffer) =>
  format === 'fallback' ? (imageKind(bytes) ?? 'application/octet-stream') : `image/${format}`;
