import { call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import { listVersionsCall, revertProductCall } from '@/lib/contract/history';
import { useAttempt } from './use-attempt';
import { useModeratorList } from './use-moderator-list';

/** What a product said, newest first, and the way back to what it said. */
export function useHistory(productId: string) {
  const { isUnderWay, failure, attempt } = useAttempt();
  const { pages, ...list } = useModeratorList(`history ${productId}`, (after) =>
    call(listVersionsCall, { params: { id: productId }, query: { after } }),
  );

  return {
    /** Undefined until the first page is loaded, as are the versions. */
    product: pages?.[0]?.product,
    versions: pages?.flatMap(({ versions }) => versions),
    list,
    isReverting: isUnderWay,
    reversionFailure: failure,
    /** Resolves to whether the product says again what the version said. */
    revert: (versionId: string) =>
      attempt(async () => {
        await call(revertProductCall, { params: { id: versionId } });
        void showToast('success', 'The earlier version is public again.');
        void list.refresh();
      }),
  };
}
