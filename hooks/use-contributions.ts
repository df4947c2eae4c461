import useSWR from 'swr';
import { type ApiFailure, call } from '@/lib/api/http';
import { listProposalsCall } from '@/lib/contract/alternative';
import type { AnswerOf } from '@/lib/contract/call';
import { listOwnReportsCall, listRemovalsCall, type Removal } from '@/lib/contract/report';
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

/** The viewer's products that moderators have removed after a report. Undefined until they are loaded. */
export function useRemovals() {
  const token = useSessionToken();
  const { data } = useSWR<Removal[], ApiFailure>(
    token ? [token, 'removals'] : null,
    async () => (await call(listRemovalsCall)).removals,
  );
  return data;
}

type ProposalPage = AnswerOf<typeof listProposalsCall>;

/** The last alternatives that the viewer has proposed. Undefined until they are loaded. */
export function useProposals() {
  const token = useSessionToken();
  const { data } = useSWR<ProposalPage, ApiFailure>(token ? [token, 'proposals'] : null, () =>
    call(listProposalsCall),
  );
  return { proposals: data?.proposals, hasMore: data !== undefined && data.nextCursor !== null };
}
