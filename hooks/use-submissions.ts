import useSWR, { useSWRConfig } from 'swr';
import { listSubmissions, withdrawProduct } from '@/lib/api/submissions';
import type { SubmittedProduct, SubmissionStatus } from '@/lib/contract/submission';
import { usePages } from './use-pages';
import { useSessionToken } from './use-session-token';

type OwnProductPage = Awaited<ReturnType<typeof listSubmissions>>;
type Counts = OwnProductPage['counts'];

/** A moderator may decide while the member is looking. */
const pendingRefreshMs = 30_000;

/** The member's own products of one status, page by page, and how many there are of each. */
export function useSubmissions(status: SubmissionStatus) {
  const token = useSessionToken();
  const { mutate: mutateKey } = useSWRConfig();
  const countsKey = token ? [token, 'own-product-counts'] : null;
  // Every page brings the counts of all tabs; kept apart, they stay in place while another tab is loading.
  const { data: counts } = useSWR<Counts>(countsKey, null);

  async function loadPage(after?: string): Promise<OwnProductPage> {
    const page = await listSubmissions({ status, after });
    void mutateKey(countsKey, page.counts, { revalidate: false });
    return page;
  }

  const { mutate, ...list } = usePages(token ? [token, 'submissions', status] : null, loadPage, {
    refreshInterval: status === 'pending' ? pendingRefreshMs : 0,
  });

  return {
    ...list,
    counts,
    /**
     * Takes a product back; it leaves the list as soon as the server agrees.
     *
     * @returns what became of it, as a sentence.
     * @throws ApiFailure
     */
    withdraw: async (product: SubmittedProduct): Promise<string> => {
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
