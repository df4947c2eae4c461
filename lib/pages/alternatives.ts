// Apart from the other paths and summaries, so that the home page loads nothing of it.
import type { Alternative, AlternativePage } from '@/lib/contract/alternative';
import { productPath } from './paths';
import { type ProductSummary, summarizeProduct } from './product-summary';

type AlternativesPart = {
  /** As `writeFilters` writes them. */
  filters?: string;
  after?: string;
};

/** The page of all alternatives to a product. */
export function alternativesPath(slug: string, { filters, after }: AlternativesPart = {}): string {
  const query = [filters, after && `after=${encodeURIComponent(after)}`].filter(Boolean).join('&');
  return `${productPath(slug)}/alternatives${query && `?${query}`}`;
}

/** Where members suggest an alternative. */
export const suggestPath = (slug: string) => `${alternativesPath(slug)}#suggest`;

/** A product in a list of alternatives, where the upvotes are those of the pair. */
export type AlternativeSummary = ProductSummary & { pair: { id: string; upvoteCount: number } };

const summarize = ({ id, product, upvoteCount }: Alternative): AlternativeSummary => ({
  ...summarizeProduct(product),
  pair: { id, upvoteCount },
});

/** The product that a list of alternatives is about. Without its name when it was removed. */
export type Subject = AlternativePage['subject'];

export type AlternativeList = {
  subject: Subject;
  products: AlternativeSummary[];
  nextCursor: string | null;
};

export const summarizeAlternatives = ({
  subject,
  alternatives,
  nextCursor,
}: AlternativePage): AlternativeList => ({ subject, products: alternatives.map(summarize), nextCursor });
