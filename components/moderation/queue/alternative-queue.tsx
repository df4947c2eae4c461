import { useRef, useState } from 'react';
import { useViewerData } from '@/hooks/use-viewer-data';
import { FailedState } from '@/components/ui/failed-state';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import {
  type Proposal,
  approveAlternativeCall,
  listPendingAlternativesCall,
  rejectAlternativeCall,
} from '@/lib/contract/alternative';
import { countOf } from '@/lib/format/figures';
import { AlternativeItem } from './alternative-item';
import { ApiFailure, call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';

/** The proposed alternatives that wait for a decision, the oldest first. */
export function AlternativeQueue() {
  const { proposals, hasMore, error, refresh, approve, reject } = useAlternativeQueue();
  /** Rejection reasons by pair. A rejection that could not be sent keeps its reason. */
  const [reasons, setReasons] = useState<Record<string, string | undefined>>({});
  const [announcement, setAnnouncement] = useState('');
  const title = useRef<HTMLHeadingElement>(null);
  const headings = useRef(new Map<string, HTMLHeadingElement>());

  /** A decided pair leaves the page. The focus moves to the next pair, else to the previous one, else to the heading. */
  function moveFocusFrom(proposal: Proposal) {
    const index = proposals?.indexOf(proposal) ?? -1;
    const neighbour = proposals?.[index + 1] ?? proposals?.[index - 1];
    const target = neighbour && headings.current.get(neighbour.id);
    (target ?? title.current)?.focus();
  }

  async function finish(proposal: Proposal, outcome: string, sending: Promise<boolean>): Promise<boolean> {
    moveFocusFrom(proposal);
    if (!(await sending)) return false;
    setReasons((before) => ({ ...before, [proposal.id]: undefined }));
    setAnnouncement(`${proposal.product.name} and ${proposal.alternative.name} ${outcome}.`);
    return true;
  }

  return (
    <section aria-labelledby="alternatives" className="mt-10">
      <h2 id="alternatives" ref={title} tabIndex={-1} className="text-lg font-bold outline-none">
        Proposed alternatives
      </h2>
      <VisuallyHidden live>{announcement}</VisuallyHidden>
      {!proposals && error ? (
        <FailedState title="We couldn't load the proposals" onRetry={() => void refresh()}>
          {error.message}
        </FailedState>
      ) : (
        <p className="text-muted">{describe(proposals, hasMore)}</p>
      )}
      <ol className="mt-4 flex flex-col gap-4">
        {proposals?.map((proposal) => (
          <AlternativeItem
            key={proposal.id}
            proposal={proposal}
            reason={reasons[proposal.id]}
            onReasonChange={(reason) => setReasons((before) => ({ ...before, [proposal.id]: reason }))}
            onApprove={() => void finish(proposal, 'approved', approve(proposal))}
            onReject={(reason) => finish(proposal, 'rejected', reject(proposal, reason))}
            headingRef={(heading) => {
              if (heading) headings.current.set(proposal.id, heading);
              return () => void headings.current.delete(proposal.id);
            }}
          />
        ))}
      </ol>
    </section>
  );
}

function describe(proposals: readonly Proposal[] | undefined, hasMore: boolean): string {
  if (!proposals) return 'Loading …';
  if (proposals.length === 0 && !hasMore) return 'No proposals waiting.';
  return `${hasMore ? 'More than ' : ''}${countOf(proposals.length, 'pair', 'pairs')} waiting, the oldest first.`;
}

/** Other moderators decide and members propose while the queue is open. */
const REFRESH_MS = 30_000;

/** The first page of the proposed alternatives that wait, and the two decisions. Decided pairs make room for later ones. */
function useAlternativeQueue() {
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const { data, error, refresh } = useViewerData(
    ['alternative-queue'],
    () => call(listPendingAlternativesCall),
    { refreshInterval: REFRESH_MS },
  );

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
