import { useRouter } from 'next/router';
import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import { callLate } from '@/lib/api/late-call';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import type { ProductListSpec } from '@/lib/pages/paths';

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
      const { products } = await callLate(loading, { query: { sort, period, tag, filters } });
      return products.map(({ id }) => id);
    },
    {
      refreshInterval: MINUTE_MS,
      revalidateOnMount: false,
      revalidateIfStale: false,
      shouldRetryOnError: false,
    },
  );
  const shownIds = new Set(shown.map(({ id }) => id));

  return {
    newCount: ids.filter((id) => !shownIds.has(id)).length,
    /** Loads the list again, from its top. */
    showNew: () => void router.replace(router.asPath),
  };
}
