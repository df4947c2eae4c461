import useSWR from 'swr';
import { type ApiFailure, call } from '@/lib/api/http';
import { type Identity, listIdentitiesCall } from '@/lib/contract/account';
import { useSessionToken } from './use-session-token';

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
