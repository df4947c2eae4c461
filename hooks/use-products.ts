import { callLate } from '@/lib/api/late-call';
import type { ProductListSpec } from '@/lib/pages/paths';
import { type ProductSummary, summarizeProduct } from '@/lib/pages/product-summary';
import { usePages } from './use-pages';

type ProductPage = { products: ProductSummary[]; nextCursor: string | null };

/** One of the site's lists: the page that came with the HTML, and the pages loaded after it. */
export function useProducts({ list, ...firstPage }: ProductPage & { list: ProductListSpec }) {
  const { sort, period, tag, filters } = list;
  // Another first page begins another list.
  const firstIds = firstPage.products.map(({ id }) => id).join();

  async function loadPage(after?: string): Promise<ProductPage> {
    // Loaded with the first click: the calling code is 35 KB that most visits never need.
    const loading = import('@/lib/contract/product-list').then(({ listProductsCall }) => listProductsCall);
    const page = await callLate(loading, { query: { sort, period, tag, filters, after } });
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
