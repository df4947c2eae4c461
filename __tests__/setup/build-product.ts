import { type ProductSummary, summarizeProduct } from '@/lib/pages/product-summary';
import type { Overview } from '@/lib/contract/product-list';
import type { Product } from '@/lib/contract/product';

/** Builds a product as the product server sends it. */
export function buildWireProduct(number: number, overrides: Partial<Product> = {}): Product {
  return {
    id: String(number),
    slug: `product-${number}`,
    name: `Product ${number}`,
    tagline: 'A product that was built for a test',
    description: '',
    descriptionHTML: '',
    url: `https://product-${number}.example/`,
    iconURL: `/api/tiles/Product%20${number}.svg`,
    iconSource: 'generated',
    screenshotURL: null,
    imageURL: `/api/tiles/Product%20${number}.svg`,
    tags: [{ slug: 'testing', name: 'Testing' }],
    upvoteCount: number,
    bookmarkCount: 0,
    status: 'approved',
    submitter: null,
    createdAt: '2026-11-01T00:00:00.000Z',
    approvedAt: '2026-11-01T00:00:00.000Z',
    ...overrides,
  };
}

export const buildWireProducts = (first: number, last: number): Product[] =>
  Array.from({ length: last - first + 1 }, (_, index) => buildWireProduct(first + index));

export const buildSummary = (number: number, overrides: Partial<Product> = {}): ProductSummary =>
  summarizeProduct(buildWireProduct(number, overrides));

/** Builds the overview of an empty directory as the product server sends it. */
export const buildOverview = (overrides: Partial<Overview> = {}): Overview => ({
  topOfWeek: [],
  tags: [],
  recentSubmitters: [],
  counts: { products: 0, productsOfWeek: 0, rankers: 0 },
  ...overrides,
});
