import { useViewerData } from './use-viewer-data';
import { call } from '@/lib/api/http';
import { listProposalsCall } from '@/lib/contract/alternative';
import { listOwnReportsCall, listRemovalsCall } from '@/lib/contract/report';

/** The viewer's last reports. Undefined until they are loaded. */
export function useOwnReports() {
  const { data } = useViewerData(['own reports'], () => call(listOwnReportsCall));
  return { reports: data?.reports, hasMore: data !== undefined && data.nextCursor !== null };
}

/** The viewer's products that moderators have removed after a report. Undefined until they are loaded. */
export function useRemovals() {
  const { data } = useViewerData(['removals'], async () => (await call(listRemovalsCall)).removals);
  return data;
}

/** The last alternatives that the viewer has proposed. Undefined until they are loaded. */
export function useProposals() {
  const { data } = useViewerData(['proposals'], () => call(listProposalsCall));
  return { proposals: data?.proposals, hasMore: data !== undefined && data.nextCursor !== null };
}
