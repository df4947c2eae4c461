import useSWR from 'swr';
import { type ApiFailure, call } from '@/lib/api/http';
import { listRemovalsCall, type Removal } from '@/lib/contract/removal';
import { useSessionToken } from './use-session-token';

/** The viewer's products that moderators have removed after a report. Undefined until they are loaded. */
export function useRemovals() {
  const token = useSessionToken();
  const { data } = useSWR<Removal[], ApiFailure>(
    token ? [token, 'removals'] : null,
    async () => (await call(listRemovalsCall)).removals,
  );
  return data;
}
