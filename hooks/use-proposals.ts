import useSWR from 'swr';
import { listProposals } from '@/lib/api/alternatives';
import type { ApiFailure } from '@/lib/api/http';
import { useSessionToken } from './use-session-token';

type ProposalPage = Awaited<ReturnType<typeof listProposals>>;

/** The last alternatives that the viewer has proposed. Undefined until they are loaded. */
export function useProposals() {
  const token = useSessionToken();
  const { data } = useSWR<ProposalPage, ApiFailure>(token ? [token, 'proposals'] : null, () =>
    listProposals(),
  );
  return { proposals: data?.proposals, hasMore: data !== undefined && data.nextCursor !== null };
}
