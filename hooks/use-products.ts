import { useRouter } from 'next/router';
import useSWR from 'swr';
import { usePages } from '@/hooks/use-pages';
import type { ApiFailure } from '@/lib/api/http';
import { callLazily } from '@/lib/api/lazy-call';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import type { ProductListSpec } from '@/lib/pages/paths';
import { type ProductSummary, summarizeProduct } from '@/lib/pages/product-summary';

type ProductPage = { products: ProductSummary[]; nextCursor: string | null };

/** One of the site's lists: the page that came with the HTML, and the pages loaded after it. */
export function useProducts({ list, ...firstPage }: ProductPage & { list: ProductListSpec }) {
  const { sort, period, tag, filters } = list;
  // Another first page begins another list.
  const firstIds = firstPage.products.map(({ id }) => id).join();

  async function loadPage(after?: string): Promise<ProductPage> {
    // Loaded with the first click: the calling code is 35 KB that most visits never need.
    const loading = import('@/lib/contract/product-list').then(({ listProductsCall }) => listProductsCall);
    const page = await callLazily(loading, { query: { sort, period, tag, filters, after } });
    return { products: page.products.map(summarizeProduct), nextCursor: page.nextCursor };
  }

  return usePages(['products', sort, period, tag, filters, firstIds], loadPage, {
    firstPage,
    revalidateFirstPage: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
  });
}

/**
 * Asks every minute, while the page is visible, what has entered the first page of a list. The list itself stays as it
 * is until the reader asks for it.
 *
 * @param firstPage the products that came with the page.
 * @param shown the products that the list shows.
 */
export function useNewProducts(
  list: ProductListSpec,
  firstPage: readonly { id: string }[],
  shown: readonly { id: string }[],
) {
  const router = useRouter();
  const { sort, period, tag, filters, after } = list;
  const firstIds = firstPage.map(({ id }) => id).join();
  // What was asked for is compared with the first page that was shown then: with a later one, products that have left the list would be new.
  const { data: ids = [] } = useSWR<string[], ApiFailure>(
    after === undefined ? ['new-products', sort, period, tag, filters, firstIds] : null,
    async () => {
      const loading = import('@/lib/contract/product-list').then(({ listProductsCall }) => listProductsCall);
      const { products } = await callLazily(loading, { query: { sort, period, tag, filters } });
      return products.map(({ id }) => id);
    },
    {
      refreshInterval: MINUTE_MS,
      // After a failure, SWR asks no more but for this.
      errorRetryInterval: MINUTE_MS,
      revalidateOnMount: false,
      revalidateIfStale: false,
    },
  );
  const shownIds = new Set(shown.map(({ id }) => id));

  return {
    newCount: ids.filter((id) => !shownIds.has(id)).length,
    showNew: () => void router.replace(router.asPath),
  };
}
