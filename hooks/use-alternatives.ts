import { callLate } from '@/lib/api/late-call';
import { type AlternativeList, summarizeAlternatives } from '@/lib/pages/product-paths';
import { usePages } from './use-pages';

/** The alternatives to a product: the page that came with the HTML, and the pages loaded after it. */
export function useAlternatives({ subject, filters, ...firstPage }: AlternativeList & { filters?: string }) {
  // Another first page begins another list.
  const firstIds = firstPage.products.map(({ id }) => id).join();

  async function loadPage(after?: string) {
    // Loaded with the first click, as for every list.
    const loading = import('@/lib/contract/alternative').then(
      ({ listAlternativesCall }) => listAlternativesCall,
    );
    const page = await callLate(loading, { params: { slug: subject.slug }, query: { filters, after } });
    const { products, nextCursor } = summarizeAlternatives(page);
    return { products, nextCursor };
  }

  return usePages(['alternatives', subject.slug, filters, firstIds], loadPage, {
    firstPage,
    revalidateFirstPage: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
  });
}
