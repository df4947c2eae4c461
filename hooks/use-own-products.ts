import useSWR, { useSWRConfig } from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { ApiFailure } from '@/lib/api/http';
import { listOwnProducts, withdrawProduct } from '@/lib/api/submissions';
import type { OwnProduct, SubmissionStatus } from '@/lib/contract/submission';
import { useSessionToken } from './use-session-token';

type OwnProductPage = Awaited<ReturnType<typeof listOwnProducts>>;
type Counts = OwnProductPage['counts'];

/** A moderator may decide while the member is looking. */
const pendingRefreshMs = 30_000;

/** The member's own products of one status, page by page, and how many there are of each. */
export function useOwnProducts(status: SubmissionStatus) {
  const token = useSessionToken();
  const { mutate: mutateKey } = useSWRConfig();
  const countsKey = token ? [token, 'own-product-counts'] : null;
  // Every page brings the counts of all tabs; kept apart, they stay in place while another tab is loading.
  const { data: counts } = useSWR<Counts>(countsKey, null);

  function keyOf(_index: number, previous: OwnProductPage | null) {
    if (!token || previous?.nextCursor === null) return null;
    return [token, 'own-products', status, previous?.nextCursor] as const;
  }

  async function loadPage([, , , after]: NonNullable<ReturnType<typeof keyOf>>): Promise<OwnProductPage> {
    const page = await listOwnProducts({ status, after });
    void mutateKey(countsKey, page.counts, { revalidate: false });
    return page;
  }

  const { data, error, size, setSize, mutate } = useSWRInfinite<OwnProductPage, ApiFailure, typeof keyOf>(
    keyOf,
    loadPage,
    { refreshInterval: status === 'pending' ? pendingRefreshMs : 0 },
  );
  const pages = data ?? [];

  return {
    /** Undefined until the first page is there. */
    products: data && withoutRepeats(pages.flatMap((page) => page.products)),
    counts,
    error,
    hasMore: pages.length > 0 && pages.at(-1)?.nextCursor !== null,
    isLoadingMore: !error && size > pages.length,
    /** Loads the page after the last one; after a failure, the one that failed. Never rejects. */
    loadMore: async (): Promise<void> => {
      await setSize(pages.length + 1).catch(() => undefined);
    },
    /** Asks for all that is shown once more. Never rejects. */
    refresh: async (): Promise<void> => {
      await mutate().catch(() => undefined);
    },
    /**
     * Takes a product back; it leaves the list as soon as the server agrees.
     *
     * @returns what became of it, as a sentence.
     * @throws ApiFailure
     */
    withdraw: async (product: OwnProduct): Promise<string> => {
      const message = await withdrawProduct(product.id);
      void mutate((before) => before?.map((page) => withoutProduct(page, product.id)));
      if (counts) {
        void mutateKey(countsKey, { ...counts, [status]: counts[status] - 1 }, { revalidate: false });
      }
      return message;
    },
  };
}

const withoutProduct = (page: OwnProductPage, id: string): OwnProductPage => ({
  ...page,
  products: page.products.filter((product) => product.id !== id),
});

/** What was decided or withdrawn meanwhile moves the pages' borders. */
function withoutRepeats(products: OwnProduct[]): OwnProduct[] {
  return [...new Map(products.map((product) => [product.id, product])).values()];
}
