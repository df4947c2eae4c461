import { deleteAccount, restoreAccount } from '@/lib/api/user';
import { showToast } from '@/lib/browser/toasts';
import { useAttempt } from './use-attempt';
import { useUser } from './use-user';

/** Asking for the account to be deleted, and taking that back. Either resolves to whether it worked. */
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
