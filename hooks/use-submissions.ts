import useSWR, { useSWRConfig } from 'swr';
import { listSubmissions, withdrawProduct } from '@/lib/api/submissions';
import type { SubmittedProduct, SubmissionStatus } from '@/lib/contract/submission';
import { usePages } from './use-pages';
import { useSessionToken } from './use-session-token';

type SubmissionPage = Awaited<ReturnType<typeof listSubmissions>>;
type Counts = SubmissionPage['counts'];

/** A moderator may decide while the page is open. */
const pendingRefreshMs = 30_000;

/** The viewer's submissions of one status, page by page, and the number in each status. */
export function useSubmissions(status: SubmissionStatus) {
  const token = useSessionToken();
  const { mutate: mutateKey } = useSWRConfig();
  const countsKey = token ? [token, 'submission-counts'] : null;
  // Every page brings the counts of all tabs. A key of their own keeps them in place while another tab loads.
  const { data: counts } = useSWR<Counts>(countsKey, null);

  async function loadPage(after?: string): Promise<SubmissionPage> {
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
     * Withdraws a product, which leaves the list when the call succeeds.
     *
     * @returns a sentence that says what happened to the product.
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

const withoutProduct = (page: SubmissionPage, id: string): SubmissionPage => ({
  ...page,
  products: page.products.filter((product) => product.id !== id),
});
