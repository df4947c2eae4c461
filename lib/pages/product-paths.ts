// Apart from `paths.ts`, so that the home page loads nothing of it.
import type { Alternative, AlternativePage } from '@/lib/contract/alternative';
import { productPath } from './paths';
import { type ProductSummary, summarizeProduct } from './product-summary';
import { joinSlugs } from '@/lib/contract/plain/page-paths';
import { COMPARED_MAX } from '@/lib/contract/plain/site';

type AlternativesPart = {
  /** As `writeFilters` writes them. */
  filters?: string;
  after?: string;
};

export function alternativesPath(slug: string, { filters, after }: AlternativesPart = {}): string {
  const query = [filters, after && `after=${encodeURIComponent(after)}`].filter(Boolean).join('&');
  return `${productPath(slug)}/alternatives${query && `?${query}`}`;
}

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

export const comparePath = (slugs: readonly string[]) => `/compare/${encodeURIComponent(joinSlugs(slugs))}`;

/** The form that asks what to compare, with these products filled in. */
export function compareFormPath(slugs: readonly string[]): string {
  const query = new URLSearchParams(
    slugs.slice(0, COMPARED_MAX).map((slug, index) => [COMPARE_FIELDS[index] ?? '', slug]),
  );
  // Otherwise, two products would lead back to their comparison.
  if (query.size > 1) query.set('more', '1');
  return query.size > 0 ? `/compare?${query.toString()}` : '/compare';
}

export const COMPARE_FIELDS = ['a', 'b', 'c', 'd'] as const;

/** Where a comparison of fewer products leads. */
export const comparePathWithout = (slugs: readonly string[], left: string) => {
  const rest = slugs.filter((slug) => slug !== left);
  const [only] = rest;
  return rest.length === 1 && only !== undefined ? productPath(only) : comparePath(rest);
};

export const reportPath = (slug: string) => `/report?of=${encodeURIComponent(slug)}`;
