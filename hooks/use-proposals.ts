import useSWR from 'swr';
import { type ApiFailure, call } from '@/lib/api/http';
import type { AnswerOf } from '@/lib/contract/call';
import { listProposalsCall } from '@/lib/contract/alternative';
import { useSessionToken } from './use-session-token';

type ProposalPage = AnswerOf<typeof listProposalsCall>;

/** The last alternatives that the viewer has proposed. Undefined until they are loaded. */
export function useProposals() {
  const token = useSessionToken();
  const { data } = useSWR<ProposalPage, ApiFailure>(token ? [token, 'proposals'] : null, () =>
    call(listProposalsCall),
  );
  return { proposals: data?.proposals, hasMore: data !== undefined && data.nextCursor !== null };
}
