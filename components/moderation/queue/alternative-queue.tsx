import { useRef, useState } from 'react';
import { FailedState } from '@/components/ui/failed-state';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useAlternativeQueue } from '@/hooks/use-alternative-queue';
import type { Proposal } from '@/lib/contract/alternative';
import { countOf } from '@/lib/format/figures';
import { AlternativeItem } from './alternative-item';

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
