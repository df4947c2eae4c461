import * as z from 'zod/mini';
import { defineCall } from './call';

export const IMAGE_LIMITS = {
  bytesMax: 8 * 1024 * 1024,
  /** Width times height: 8K. */
  pixelsMax: 33_177_600,
  /** How long an upload waits to become the picture of something. */
  unusedHours: 24,
} as const;

/** What a member may upload. Decided by the first bytes, never by the name. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export const uploadImageCall = defineCall({
  method: 'post',
  path: '/user/private/images',
  summary:
    'Takes a picture (PNG, JPEG, WebP, GIF or AVIF, up to 8 MiB). Its address answers `processing` until it is ready, then the picture; `unsupported_media` if it turned out to be unreadable.',
  access: 'member',
  body: z.object({ file: z.file('Choose a picture.') }),
  bodyTypes: ['multipart/form-data'],
  bodyBytesMax: IMAGE_LIMITS.bytesMax + 64 * 1024,
  answer: z.object({ imageURL: z.string() }),
  status: 202,
  errors: ['bad_request', 'too_large', 'unsupported_media', 'rate_limited'],
});
