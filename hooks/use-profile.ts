import { updateProfile } from '@/lib/api/user';
import type { ProfileChanges } from '@/lib/contract/user';
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
        await refresh(await updateProfile(changes), { revalidate: false });
        void showToast('success', 'Profile saved.');
      }),
  };
}
