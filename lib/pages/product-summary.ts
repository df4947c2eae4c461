import type { ListedProduct } from '@/lib/contract/product';
import { tileURL } from './paths';

/** What a card shows, and nothing else: every page carries it twice, as HTML and as data. */
export type ProductSummary = Pick<ListedProduct, 'id' | 'slug' | 'name' | 'tagline' | 'upvoteCount'> & {
  /** Absent for a product with its generated tile. */
  imageURL?: string;
  tags: { name: string }[];
};

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
  ...(imageURL !== tileURL(name) && { imageURL }),
  tags: tags.map((tag) => ({ name: tag.name })),
  upvoteCount,
});
