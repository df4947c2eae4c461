import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import { listRemovals } from '@/lib/api/reports';
import type { Removal } from '@/lib/contract/removal';
import { useSessionToken } from './use-session-token';

/** The viewer's products that moderators have removed after a report. Undefined until they are loaded. */
export function useRemovals() {
  const token = useSessionToken();
  const { data } = useSWR<Removal[], ApiFailure>(token ? [token, 'removals'] : null, () => listRemovals());
  return data;
}
