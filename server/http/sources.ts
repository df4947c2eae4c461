import type { ProductSort } from '@/lib/contract/product';

/** A list, and which values of its order it shows. Without a bound, it shows all up to its end. */
export type ListSource = { sort: ProductSort; tag?: string; highest?: number; lowest?: number };

/** What a public response was made from. */
export type Sources = {
  products: Set<string>;
  users: Set<string>;
  lists: ListSource[];
  /** The hottest products that share a tag with one product. */
  related: { tags: readonly string[]; lowest?: number }[];
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
  related: [],
  isFromTags: false,
  isFromSearch: false,
  isFromAbsence: false,
  maxAgeMs: Infinity,
});

type ShownRow = { id: string; submitterId: string | null };

/** The sources of products that a response shows. */
export const shownProducts = (rows: readonly ShownRow[]): Pick<Sources, 'products' | 'users'> => ({
  products: new Set(rows.map(({ id }) => id)),
  users: new Set(rows.flatMap(({ submitterId }) => submitterId ?? [])),
});
