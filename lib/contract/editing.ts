import * as z from 'zod/mini';
import { sentInstant, defineCall, byId } from './call';
import { moderatedProduct } from './moderation';
import { productDescription, productName, productTagline, tagNames, webURL } from './submission-fields';
import { text } from '@/lib/texts/texts';

export const productTexts = z.object({
  name: z.string(),
  tagline: z.string(),
  /** Markdown. */
  description: z.string(),
  url: z.string(),
  /** Tag names, best match first. */
  tags: z.array(z.string()),
});
export type ProductTexts = z.infer<typeof productTexts>;

/** Absent parts stay as they are. */
export const textChanges = z.object({
  name: z.optional(productName),
  tagline: z.optional(productTagline),
  description: z.optional(productDescription),
  url: z.optional(webURL),
  tags: z.optional(tagNames),
});
export type TextChanges = z.infer<typeof textChanges>;

export function changedTexts(before: ProductTexts, after: ProductTexts): TextChanges {
  const { name, tagline, description, url, tags } = after;
  return {
    ...(name !== before.name && { name }),
    ...(tagline !== before.tagline && { tagline }),
    ...(description !== before.description && { description }),
    ...(url !== before.url && { url }),
    ...(tags.join('\n') !== before.tags.join('\n') && { tags }),
  };
}

/** `updatedAt` of the version that the form started from. A later version is a `conflict`. */
const seen = sentInstant();

export const findTextsCall = defineCall({
  method: 'get',
  path: '/user/private/texts/:id',
  summary: text(
    'calls.findTexts',
    'What a listed product says in words, uncached, and the version: a form to change it starts from that.',
  ),
  access: 'member',
  params: byId,
  answer: z.object({
    texts: productTexts,
    seen,
    /** For moderators: its submitter's edit waits in the queue. */
    hasPendingEdit: z.optional(z.boolean()),
  }),
  errors: ['not_found'],
});

export const findModeratedProductCall = defineCall({
  method: 'get',
  path: '/moderation/products/:id',
  summary: text(
    'calls.findModeratedProduct',
    'One product as the queue shows it, in any status, uncached: of a listed product with an edit, the edit. A form that met a `conflict` goes on from that.',
  ),
  access: 'moderator',
  params: byId,
  answer: z.object({ product: moderatedProduct }),
  errors: ['not_found'],
});

export const editModeratedProductCall = defineCall({
  method: 'patch',
  path: '/moderation/products/:id',
  summary: text(
    'calls.editModeratedProduct',
    'Changes the words of a product in the queue, which keeps its place, or of a listed product, which shows them at once. Its submitter reads which parts a moderator has changed. `conflict` when it has changed since the version given in `seen`.',
  ),
  access: 'moderator',
  params: byId,
  query: z.object({ seen }),
  body: textChanges,
  answer: z.object({ product: moderatedProduct }),
  errors: ['bad_request', 'not_found', 'conflict'],
});
