import { deleteAccount, restoreAccount } from '@/lib/api/user';
import { showToast } from '@/lib/browser/toasts';
import { useAttempt } from './use-attempt';
import { useUser } from './use-user';

/** Requests and cancels the deletion of the account. Both resolve to whether the call succeeded. */
export function useAccountDeletion() {
  const { refresh } = useUser();
  const { isUnderWay, failure, attempt } = useAttempt();

  return {
    isUnderWay,
    failure,
    requestDeletion: () =>
      attempt(async () => {
        const { message, deletionDueAt } = await deleteAccount();
        await refresh((before) => before && { ...before, deletionDueAt }, { revalidate: false });
        void showToast('success', message);
      }),
    restore: () =>
      attempt(async () => {
        const { message } = await restoreAccount();
        await refresh((before) => before && { ...before, deletionDueAt: undefined }, { revalidate: false });
        void showToast('success', message);
      }),
  };
}
