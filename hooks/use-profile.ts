import { call } from '@/lib/api/http';
import { type ProfileChanges, updateProfileCall } from '@/lib/contract/user';
import { showToast } from '@/lib/browser/toasts';
import { useAttempt } from './use-attempt';
import { useUser } from './use-user';

/** Changes the member's name and handle. */
export function useProfile() {
  const { refresh } = useUser();
  const { isUnderWay, failure, attempt } = useAttempt();

  return {
    isSaving: isUnderWay,
    failure,
    /** Resolves to whether it worked. */
    save: (changes: ProfileChanges) =>
      attempt(async () => {
        const { user } = await call(updateProfileCall, { body: changes });
        await refresh(user, { revalidate: false });
        void showToast('success', 'Profile saved.');
      }),
  };
}
