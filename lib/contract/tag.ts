import * as z from 'zod/mini';
import { defineCall } from './call';
import { text, t } from '@/lib/texts/texts';

export const tag = z.object({ slug: z.string(), name: z.string() });
export type Tag = z.infer<typeof tag>;

/** A tag beside the number of approved products that carry it. */
export const countedTag = z.extend(tag, {
  productCount: z.int().check(z.nonnegative()),
  /** What else it is called: synonyms, and the names of tags that were merged into it. Absent without any. */
  otherNames: z.optional(z.array(z.string())),
  /** The slug of the tag above it, if a list names that one, too. */
  parentSlug: z.optional(z.string()),
});
export type CountedTag = z.infer<typeof countedTag>;

export const listTagsCall = defineCall({
  method: 'get',
  path: '/tags',
  isOpen: true,
  summary: text('calls.listTags', 'Every tag that an approved product carries, most used first.'),
  answer: z.object({ tags: z.array(countedTag) }),
  errors: [],
});

/** A tag as its page says it. */
export const describedTag = z.extend(countedTag, {
  /** Plain text; empty without one. */
  description: z.string(),
  /** The tags above it, the uppermost first. */
  ancestors: z.array(tag),
  /** The tags right below it, most used first. */
  children: z.array(countedTag),
});
export type DescribedTag = z.infer<typeof describedTag>;

export const findTagCall = defineCall({
  method: 'get',
  path: '/tags/:slug',
  isOpen: true,
  summary: text(
    'calls.findTag',
    'One tag. A former slug, a synonym and a merged tag answer `not_found` with the present slug in `fields.movedTo`.',
  ),
  params: z.object({
    slug: z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(300),
        z.regex(/^\P{Cc}*$/u, { error: () => t('field.notValid', 'That is not a valid value.') }),
      ),
  }),
  answer: z.object({ tag: describedTag }),
  errors: ['not_found'],
});
