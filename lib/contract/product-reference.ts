import * as z from 'zod/mini';

export const PRODUCT_STATUSES = ['pending', 'approved', 'rejected', 'removed', 'discontinued'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/**
 * An existing product that a submission conflicts with or resembles. It may be pending, without a public page, so
 * this is little more than its name and URL.
 */
export const productReference = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  url: z.string(),
  /** The host of `url`, as `product` has it. */
  host: z.optional(z.string()),
  imageURL: z.string(),
  upvoteCount: z.int().check(z.nonnegative()),
  status: z.enum(PRODUCT_STATUSES),
  isOwn: z.boolean(),
});
export type ProductReference = z.infer<typeof productReference>;
