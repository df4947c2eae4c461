import type { ListedProduct } from '@/lib/contract/product';

/** The fields that a card shows. */
export type ProductSummary = Pick<
  ListedProduct,
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
}: ListedProduct): ProductSummary => ({
  id,
  slug,
  name,
  tagline,
  imageURL,
  tags,
  upvoteCount,
});
