import type { Product } from '@/lib/contract/product';

/** The fields that a card shows. Leaves out the description, which has up to 5,000 characters. */
export type ProductSummary = Pick<
  Product,
  'id' | 'slug' | 'name' | 'tagline' | 'imageURL' | 'tags' | 'upvoteCount'
>;

export const summarizeProduct = ({
  id,
  slug,
  name,
  tagline,
  imageURL,
  tags,
  upvoteCount,
}: Product): ProductSummary => ({
  id,
  slug,
  name,
  tagline,
  imageURL,
  tags,
  upvoteCount,
});
