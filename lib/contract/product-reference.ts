import * as z from 'zod/mini';

export const PRODUCT_STATUSES = ['pending', 'approved', 'rejected', 'removed'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/**
 * What is told of a product that is in the way of another one. It may be pending, so that it has no page for
 * everybody yet, and no more of it is told than where it leads and what it is called.
 */
export const productReference = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  url: z.string(),
  imageURL: z.string(),
  upvoteCount: z.int().check(z.nonnegative()),
  status: z.enum(PRODUCT_STATUSES),
  /** Whoever asks has submitted it. */
  isOwn: z.boolean(),
});
export type ProductReference = z.infer<typeof productReference>;
