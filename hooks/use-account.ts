import useSWR from 'swr';
import { ApiFailure, call } from '@/lib/api/http';
import { type Identity, listIdentitiesCall } from '@/lib/contract/account';
import { endSessionCall, listSessionsCall, type Session } from '@/lib/contract/user';
import { useSessionToken } from './use-session-token';

/** The viewer's sessions. */
export function useSessions() {
  const token = useSessionToken();
  const { data, error, mutate } = useSWR<Session[], ApiFailure>(
    token ? [token, 'sessions'] : null,
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
      try {
        await call(endSessionCall, { params: { id } });
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 'not_found') throw error;
      }
      await mutate((before) => before?.filter((session) => session.id !== id), { revalidate: false });
    },
  };
}

/** The provider accounts that sign in to the viewer's account. */
export function useIdentities() {
  const token = useSessionToken();
  const { data, error, mutate } = useSWR<Identity[], ApiFailure>(
    token ? [token, 'identities'] : null,
    async () => (await call(listIdentitiesCall)).identities,
  );

  return {
    identities: data,
    error,
    refresh: mutate,
    /** Replaces the list without a call. */
    replace: (identities: Identity[]) => mutate(identities, { revalidate: false }),
  };
}
