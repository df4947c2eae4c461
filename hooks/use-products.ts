import useSWRInfinite from 'swr/infinite';
import type { ApiFailure } from '@/lib/api/http';
import type { ProductListAddress } from '@/lib/pages/paths';
import { type ProductSummary, summarizeProduct } from '@/lib/pages/product-summary';

type FirstPage = { address: ProductListAddress; products: ProductSummary[]; nextCursor: string | null };
type FurtherPage = { products: ProductSummary[]; nextCursor: string | null };

/**
 * A list that grows: the page that came with the HTML, which is never fetched again, and those loaded after it.
 * Coming back to the same first page within the visit finds the further ones still there.
 */
export function useProducts({ address, products, nextCursor }: FirstPage) {
  const { sort, period, tag } = address;

  // The first page's products are part of the key: another first page begins another list.
  const firstIds = products.map(({ id }) => id).join();
  function keyOf(_index: number, previous: FurtherPage | null) {
    const after = previous ? previous.nextCursor : nextCursor;
    return after === null ? null : (['products', sort, period, tag, after, firstIds] as const);
  }

  const { data, error, size, setSize } = useSWRInfinite<FurtherPage, ApiFailure, typeof keyOf>(
    keyOf,
    loadPage,
    {
      initialSize: 0,
      revalidateFirstPage: false,
      revalidateIfStale: false,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: false,
    },
  );

  async function loadPage([, , , , after]: NonNullable<ReturnType<typeof keyOf>>): Promise<FurtherPage> {
    // With the first press: the calling code is 35 KB that most visits never need.
    const { listProducts } = await import('@/lib/api/products');
    const page = await listProducts({ sort, period, tag, after });
    return { products: page.products.map(summarizeProduct), nextCursor: page.nextCursor };
  }

  const further = data ?? [];
  const lastPage = further.at(-1);
  const isLoadingMore = !error && size > further.length;

  return {
    products: withoutRepeats([...products, ...further.flatMap((page) => page.products)]),
    hasMore: (lastPage ? lastPage.nextCursor : nextCursor) !== null,
    isLoadingMore,
    error,
    /** Loads the page after the last one; after a failure, the one that failed. Never rejects. */
    loadMore: async (): Promise<void> => {
      if (!isLoadingMore) await setSize(further.length + 1).catch(() => undefined);
    },
  };
}

/** A product that lost votes meanwhile is met again further down; it stays where it was first shown. */
function withoutRepeats(products: ProductSummary[]): ProductSummary[] {
  return [...new Map(products.toReversed().map((product) => [product.id, product])).values()].toReversed();
}
