import { useState } from 'react';
import useSWR from 'swr';
import { ApiFailure, call } from '@/lib/api/http';
import type { AnswerOf } from '@/lib/contract/call';
import {
  approveAlternativeCall,
  listPendingAlternativesCall,
  type Proposal,
  rejectAlternativeCall,
} from '@/lib/contract/alternative';
import { showToast } from '@/lib/browser/toasts';
import { useSessionToken } from './use-session-token';

type ProposalPage = AnswerOf<typeof listPendingAlternativesCall>;

/** Other moderators decide and members propose while the queue is open. */
const REFRESH_MS = 30_000;

/** The first page of the proposed alternatives that wait, and the two decisions. Decided pairs make room for later ones. */
export function useAlternativeQueue() {
  const token = useSessionToken();
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const { data, error, mutate } = useSWR<ProposalPage, ApiFailure>(
    token ? [token, 'alternative-queue'] : null,
    () => call(listPendingAlternativesCall),
    { refreshInterval: REFRESH_MS },
  );
  const refresh = () => mutate().catch(() => undefined);

  /** Removes the pair from the queue at once. If the decision fails, puts the pair back and says why. */
  async function decide({ id, createdAt }: Proposal, send: () => Promise<unknown>): Promise<boolean> {
    const version = `${id} ${createdAt}`;
    setDecided((before) => new Set(before).add(version));
    try {
      await send();
      return true;
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      const isGone = failure.code === 'conflict' || failure.code === 'not_found';
      if (!isGone) setDecided((before) => new Set([...before].filter((other) => other !== version)));
      void showToast('error', failure.message);
      return false;
    } finally {
      void refresh();
    }
  }

  return {
    /** Undefined until they are loaded. */
    proposals: data?.proposals.filter(({ id, createdAt }) => !decided.has(`${id} ${createdAt}`)),
    hasMore: data !== undefined && data.nextCursor !== null,
    error,
    refresh,
    /** Resolves to whether the server has accepted the decision; so does `reject`. */
    approve: (proposal: Proposal) =>
      decide(proposal, () => call(approveAlternativeCall, { params: { id: proposal.id } })),
    reject: (proposal: Proposal, reason: string) =>
      decide(proposal, () => call(rejectAlternativeCall, { params: { id: proposal.id }, body: { reason } })),
  };
}
