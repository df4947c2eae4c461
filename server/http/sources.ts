import type { ProductSort } from '@/lib/contract/product';
import type { PublicChange } from '@/server/queries/public-changes';

/** A list, and which values of its order it shows. Without a bound, it shows all up to its end. */
export type ListSource = { sort: ProductSort; tag?: string; highest?: number; lowest?: number };

/** What a public response was made from. */
export type Sources = {
  products: Set<string>;
  users: Set<string>;
  lists: ListSource[];
  /** Made from the products per tag, from a search, or from the absence of a product or user. */
  isFromTags: boolean;
  isFromSearch: boolean;
  isFromAbsence: boolean;
  /** The response depends on the clock as well. */
  maxAgeMs: number;
};

export const noSources = (): Sources => ({
  products: new Set(),
  users: new Set(),
  lists: [],
  isFromTags: false,
  isFromSearch: false,
  isFromAbsence: false,
  maxAgeMs: Infinity,
});

type ShownRow = { id: string; submitterId: string | null };

export const shownProducts = (rows: readonly ShownRow[]): Pick<Sources, 'products' | 'users'> => ({
  products: new Set(rows.map(({ id }) => id)),
  users: new Set(rows.flatMap(({ submitterId }) => submitterId ?? [])),
});

/** How old a response is: `late` ones may still be shown for a moment, `wrong` ones may not. */
export type Freshness = 'fresh' | 'late' | 'wrong';

/** Changes that come in numbers and hide nothing, so that a page may show them a moment later. */
export const isGradual: ReadonlySet<PublicChange['kind']> = new Set([
  'upvotes',
  'bookmarks',
  'added',
  'tags',
]);

/** Whether a response made from these sources may be out of date. */
export function affects(change: PublicChange, sources: Sources): boolean {
  const { kind, productId, userId } = change;
  if (productId !== null && sources.products.has(productId)) return true;
  const hasList = sources.lists.length > 0 || sources.isFromTags;
  switch (kind) {
    case 'site':
      return true;
    case 'upvotes':
      return sources.lists.some((list) => isInList(change, list));
    case 'bookmarks':
      return false;
    case 'content':
      return sources.isFromSearch;
    case 'listing':
    case 'added':
      return hasList || sources.isFromSearch || sources.isFromAbsence;
    case 'tags':
      return hasList;
    case 'user':
      return sources.isFromAbsence || (userId !== null && sources.users.has(userId));
  }
}

/** Whether the product has come into the part of the list that a page shows. */
function isInList(
  { hot, rankingUpvoteCount, tags }: PublicChange,
  { sort, tag, highest = Infinity, lowest = -Infinity }: ListSource,
): boolean {
  const value = { hot, top: rankingUpvoteCount, new: null }[sort];
  if (value === null || (tag !== undefined && !tags.includes(tag))) return false;
  return value >= lowest && value <= highest;
}
