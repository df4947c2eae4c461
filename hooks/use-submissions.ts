import useSWR, { useSWRConfig } from 'swr';
import { unstable_serialize } from 'swr/infinite';
import { call, unlessGone } from '@/lib/api/http';
import type { AnswerOf } from '@/lib/contract/call';
import {
  SUBMISSION_STATUSES,
  type SubmissionStatus,
  type SubmittedProduct,
  withdrawProductCall,
  listSubmissionsCall,
} from '@/lib/contract/submission';
import { usePages } from './use-pages';
import { useSessionToken } from './use-user';
import { t } from '@/lib/texts/texts';

type SubmissionPage = AnswerOf<typeof listSubmissionsCall>;
type Counts = SubmissionPage['counts'];

/** A moderator may decide while the page is open. */
const pendingRefreshMs = 30_000;

const listOf = (token: string, status: SubmissionStatus) => [token, 'submissions', status] as const;

/** Shows a product as it was saved just now in the lists that are loaded already, before they are loaded again. */
export function useSavedSubmission(): (saved: SubmittedProduct) => void {
  const token = useSessionToken();
  const { mutate } = useSWRConfig();
  return (saved) => {
    if (!token) return;
    for (const status of SUBMISSION_STATUSES) {
      const list = unstable_serialize(() => [listOf(token, status), undefined]);
      const change = (pages?: SubmissionPage[]) => pages && withSaved(pages, saved, status);
      void mutate<SubmissionPage[]>(list, change, { revalidate: false });
    }
  };
}

function withSaved(pages: SubmissionPage[], saved: SubmittedProduct, status: SubmissionStatus) {
  if (status !== saved.status) return pages.map((page) => withoutProduct(page, saved.id));
  return pages.map((page) => ({
    ...page,
    products: page.products.map((product) => (product.id === saved.id ? saved : product)),
  }));
}

/** The viewer's submissions of one status, page by page, and the number in each status. */
export function useSubmissions(status: SubmissionStatus) {
  const token = useSessionToken();
  const { mutate: mutateKey } = useSWRConfig();
  const countsKey = token ? [token, 'submission-counts'] : null;
  // Every page brings the counts of all tabs. A key of their own keeps them in place while another tab loads.
  const { data: counts } = useSWR<Counts>(countsKey, null);

  async function loadPage(after?: string): Promise<SubmissionPage> {
    const page = await call(listSubmissionsCall, { query: { status, after } });
    void mutateKey(countsKey, page.counts, { revalidate: false });
    return page;
  }

  const { mutate, ...list } = usePages(token ? listOf(token, status) : null, loadPage, {
    refreshInterval: status === 'pending' ? pendingRefreshMs : 0,
  });

  return {
    ...list,
    counts,
    /**
     * Withdraws a product, which leaves the list when the call succeeds, or an earlier one did whose answer was lost.
     *
     * @returns a sentence that says what happened to the product.
     * @throws ApiFailure
     */
    withdraw: async (product: SubmittedProduct): Promise<string> => {
      const answer = await unlessGone(call(withdrawProductCall, { params: { id: product.id } }));
      void mutate((before) => before?.map((page) => withoutProduct(page, product.id)));
      if (counts) {
        void mutateKey(countsKey, { ...counts, [status]: counts[status] - 1 }, { revalidate: false });
      }
      return answer?.message ?? t('submission.withdrawn', '{name} is withdrawn.', { name: product.name });
    },
  };
}

const withoutProduct = (page: SubmissionPage, id: string): SubmissionPage => ({
  ...page,
  products: page.products.filter((product) => product.id !== id),
});
