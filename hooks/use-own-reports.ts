import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import { listOwnReports } from '@/lib/api/reports';
import { useSessionToken } from './use-session-token';

type OwnReportPage = Awaited<ReturnType<typeof listOwnReports>>;

/** The viewer's last reports. Undefined until they are loaded. */
export function useOwnReports() {
  const token = useSessionToken();
  const { data } = useSWR<OwnReportPage, ApiFailure>(token ? [token, 'own reports'] : null, () =>
    listOwnReports(),
  );
  return { reports: data?.reports, hasMore: data !== undefined && data.nextCursor !== null };
}
