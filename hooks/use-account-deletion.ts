import { useEffect, useEffectEvent } from 'react';
import { call, isStaleSignIn } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import { deleteAccountCall, restoreAccountCall } from '@/lib/contract/account';
import { rememberIntendedDeletion, takeIntendedDeletion } from '@/lib/intended-action';
import { useAttempt } from './use-attempt';
import { useSignIn } from './use-sign-in';
import { useUser } from './use-user';

/** Requests and cancels the deletion of the account. Both resolve to whether the call succeeded. */
export function useAccountDeletion() {
  const { user, refresh } = useUser();
  const { isUnderWay, failure, attempt } = useAttempt();
  const signIn = useSignIn();

  return {
    isUnderWay,
    failure,
    /** The server wants the user to sign in again first. */
    needsSignIn: failure !== undefined && isStaleSignIn(failure),
    requestDeletion: () =>
      attempt(async () => {
        const { message, deletionDueAt } = await call(deleteAccountCall);
        await refresh((before) => before && { ...before, deletionDueAt }, { revalidate: false });
        void showToast('success', message);
      }),
    /** Opens the sign-in. The settings page carries on with the deletion afterwards. */
    signInAgain: () => {
      if (!user) return;
      rememberIntendedDeletion(user.id);
      signIn.open('/account/settings');
    },
    restore: () =>
      attempt(async () => {
        const { message } = await call(restoreAccountCall);
        await refresh((before) => before && { ...before, deletionDueAt: undefined }, { revalidate: false });
        void showToast('success', message);
      }),
  };
}

/** Carries on with a deletion that the user requested before signing in again. */
export function useIntendedDeletion(userId: string, requestDeletion: () => Promise<boolean>): void {
  const carryOn = useEffectEvent(() => {
    if (takeIntendedDeletion(userId)) void requestDeletion();
  });
  useEffect(() => carryOn(), [userId]);
}
