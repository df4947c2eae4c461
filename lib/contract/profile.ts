import * as z from 'zod/mini';
import { after, defineCall } from './call';
import { productPage, publicRole } from './product';
import { text } from '@/lib/texts/texts';

/** A user's public profile. Independent of the viewer. */
export const profile = z.object({
  handle: z.string(),
  name: z.string(),
  avatarURL: z.nullable(z.string()),
  role: publicRole,
  createdAt: z.iso.datetime(),
  productCount: z.int().check(z.nonnegative()),
});
export type Profile = z.infer<typeof profile>;

export const findProfileCall = defineCall({
  method: 'get',
  path: '/users/:handle',
  isOpen: true,
  summary: text(
    'calls.findProfile',
    'A user and the approved products that they submitted, newest first, page by page. Handles are case-insensitive.',
  ),
  params: z.object({
    handle: z.string().check(z.toLowerCase(), z.normalize(), z.minLength(1), z.maxLength(300)),
  }),
  query: z.object({ after }),
  answer: z.extend(productPage, { profile }),
  errors: ['not_found'],
});
