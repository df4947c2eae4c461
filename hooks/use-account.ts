import { useEffect, useEffectEvent } from 'react';
import { useViewerData } from './use-viewer-data';
import { type ApiFailure, call, unlessGone } from '@/lib/api/http';
import {
  type Identity,
  listIdentitiesCall,
  deleteAccountCall,
  restoreAccountCall,
} from '@/lib/contract/account';
import { listPasskeysCall, type Passkey } from '@/lib/contract/passkey';
import { endSessionCall, listSessionsCall } from '@/lib/contract/user';
import { useUser } from './use-user';
import { showToast } from '@/lib/browser/toasts';
import { rememberIntendedDeletion, takeIntendedDeletion } from '@/lib/browser/intended-action';
import { useAttempt, useAnnouncedAttempt } from './use-attempt';
import { useSignIn } from './use-sign-in';
import { acknowledgeMeasureCall, listMeasuresCall, type OwnMeasure } from '@/lib/contract/measure';
import { t } from '@/lib/texts/texts';

export function useSessions() {
  const { data, error, mutate } = useViewerData(
    ['sessions'],
    async () => (await call(listSessionsCall)).sessions,
  );

  return {
    sessions: data,
    error,
    refresh: mutate,
    /**
     * Ends a session. Succeeds if it has already ended.
     *
     * @throws ApiFailure
     */
    end: async (id: string): Promise<void> => {
      await unlessGone(call(endSessionCall, { params: { id } }));
      await mutate((before) => before?.filter((session) => session.id !== id), { revalidate: false });
    },
  };
}

export function useIdentities() {
  const { data, error, mutate } = useViewerData(
    ['identities'],
    async () => (await call(listIdentitiesCall)).identities,
  );

  return {
    identities: data,
    error,
    refresh: mutate,
    replace: (identities: Identity[]) => mutate(identities, { revalidate: false }),
  };
}

export function usePasskeys() {
  const { data, error, mutate } = useViewerData(
    ['passkeys'],
    async () => (await call(listPasskeysCall)).passkeys,
  );

  return {
    passkeys: data,
    error,
    refresh: mutate,
    replace: (passkeys: Passkey[]) => mutate(passkeys, { revalidate: false }),
  };
}

/** The session is valid, but too old for this call: the user has to sign in again. */
export const isStaleSignIn = ({ code, fields }: ApiFailure) =>
  code === 'unauthenticated' && fields.accessToken !== undefined;

/** Requests and cancels the deletion of the account. Both resolve to whether the call succeeded. */
export function useAccountDeletion() {
  const { user, refresh } = useUser();
  const { isUnderWay, failure, attempt } = useAttempt();
  const signIn = useSignIn();

  return {
    isUnderWay,
    failure,
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

/** The measures of moderators against the viewer, in force and past. Undefined until they are loaded. */
export function useMeasures() {
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { data, error, refresh } = useViewerData(['measures'], () => call(listMeasuresCall));
  return {
    measures: data?.measures,
    past: data?.past,
    error,
    refresh,
    isAcknowledging: isUnderWay,
    acknowledge: async ({ id }: OwnMeasure): Promise<void> => {
      await announce(async () => {
        await call(acknowledgeMeasureCall, { params: { id } });
        return t(
          'measures.acknowledged',
          "Thanks. The moderators can see that you've read it. You'll find it below, where you can also answer.",
        );
      });
      await refresh();
    },
  };
}
