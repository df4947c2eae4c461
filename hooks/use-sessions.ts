import useSWR from 'swr';
import { ApiFailure } from '@/lib/api/http';
import { endSession, listSessions } from '@/lib/api/user';
import type { Session } from '@/lib/contract/session';
import { useSessionToken } from './use-session-token';

/** Where the member is signed in. */
export function useSessions() {
  const token = useSessionToken();
  const { data, error, mutate } = useSWR<Session[], ApiFailure>(
    token ? [token, 'sessions'] : null,
    listSessions,
  );

  return {
    sessions: data,
    error,
    refresh: () => mutate(),
    /**
     * Ends one of them; one that has ended meanwhile is as good.
     *
     * @throws ApiFailure
     */
    end: async (id: string): Promise<void> => {
      try {
        await endSession(id);
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 'not_found') throw error;
      }
      await mutate((before) => before?.filter((session) => session.id !== id), { revalidate: false });
    },
  };
}
