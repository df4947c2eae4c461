import * as z from 'zod/mini';
import { defineCall } from './call';
import { text, t } from '@/lib/texts/texts';

export const IMAGE_LIMITS = {
  bytesMax: 8 * 1024 * 1024,
  /** An SVG is a program that draws. */
  svgBytesMax: 256 * 1024,
  /** Width times height. 8K. */
  pixelsMax: 33_177_600,
  unusedHours: 24,
} as const;

/** What a member may upload. The first bytes decide, never the file name. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** What an admin may upload as the logo of the site. Browsers have two names for ICO. */
export const LOGO_TYPES = [
  ...IMAGE_TYPES,
  'image/svg+xml',
  'image/x-icon',
  'image/vnd.microsoft.icon',
] as const;
/** Of its shorter side. */
export const LOGO_PX_MIN = 64;

export const uploadImageCall = defineCall({
  method: 'post',
  path: '/user/private/images',
  summary: text(
    'calls.uploadImage',
    'Uploads an image (PNG, JPEG, WebP, GIF or AVIF, up to 8 MiB). Its URL answers `processing` until the image is ready, or `unsupported_media` if it is not readable.',
  ),
  access: 'member',
  limits: ['uploadByUser', 'uploadByAddress'],
  body: z.object({ file: z.file({ error: () => t('field.chooseImage', 'Choose an image.') }) }),
  bodyTypes: ['multipart/form-data'],
  bodyBytesMax: IMAGE_LIMITS.bytesMax + 64 * 1024,
  answer: z.object({ imageURL: z.string() }),
  status: 202,
  errors: [],
});

export const uploadLogoCall = defineCall({
  method: 'post',
  path: '/moderation/settings/logos',
  summary: text(
    'calls.uploadLogo',
    'Uploads an image (also SVG or ICO, up to 8 MiB) that the setting `SITE_LOGO` can name. Its URL answers as that of any image.',
  ),
  access: 'admin',
  limits: ['uploadByUser', 'uploadByAddress'],
  body: uploadImageCall.body,
  bodyTypes: ['multipart/form-data'],
  bodyBytesMax: uploadImageCall.bodyBytesMax,
  answer: z.object({ imageURL: z.string() }),
  status: 202,
  errors: [],
});
