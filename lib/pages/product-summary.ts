import type { Product } from '@/lib/contract/product';

/** What a card shows. A list of 30 leaves the descriptions out: up to 5,000 characters each. */
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
