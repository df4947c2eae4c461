import useSWR from 'swr';
import { type ApiFailure, call } from '@/lib/api/http';
import type { AnswerOf } from '@/lib/contract/call';
import { listOwnReportsCall } from '@/lib/contract/own-report';
import { useSessionToken } from './use-session-token';

type OwnReportPage = AnswerOf<typeof listOwnReportsCall>;

/** The viewer's last reports. Undefined until they are loaded. */
export function useOwnReports() {
  const token = useSessionToken();
  const { data } = useSWR<OwnReportPage, ApiFailure>(token ? [token, 'own reports'] : null, () =>
    call(listOwnReportsCall),
  );
  return { reports: data?.reports, hasMore: data !== undefined && data.nextCursor !== null };
}
