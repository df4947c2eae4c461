import { useRef, useState } from 'react';
import { FailedState } from '@/components/ui/empty-state';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { usePendingCountRefresh } from '@/hooks/use-pending-count';
import { useViewerData } from '@/hooks/use-viewer-data';
import { ApiFailure, call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import {
  approveAlternativeCall,
  listPendingAlternativesCall,
  type Proposal,
  rejectAlternativeCall,
} from '@/lib/contract/alternative';
import { t } from '@/lib/texts/texts';
import { AlternativeItem } from './alternative-item';

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

  async function finish(
    proposal: Proposal,
    isApproval: boolean,
    sending: Promise<boolean>,
  ): Promise<boolean> {
    moveFocusFrom(proposal);
    if (!(await sending)) return false;
    setReasons((before) => ({ ...before, [proposal.id]: undefined }));
    const names = { name: proposal.product.name, alternative: proposal.alternative.name };
    setAnnouncement(
      isApproval
        ? t('alternativeQueue.approved', '{name} and {alternative} approved.', names)
        : t('alternativeQueue.rejected', '{name} and {alternative} rejected.', names),
    );
    return true;
  }

  return (
    <section aria-labelledby="alternatives" className="mt-10">
      <h2 id="alternatives" ref={title} tabIndex={-1} className="text-lg font-bold outline-none">
        {t('alternativeQueue.title', 'Proposed alternatives')}
      </h2>
      <VisuallyHidden live>{announcement}</VisuallyHidden>
      {!proposals && error ? (
        <FailedState
          title={t('alternativeQueue.notLoaded', "We couldn't load the proposals")}
          onRetry={() => void refresh()}
        >
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
            onApprove={() => void finish(proposal, true, approve(proposal))}
            onReject={(reason) => finish(proposal, false, reject(proposal, reason))}
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
  if (!proposals) return t('page.loading', 'Loading …');
  if (proposals.length === 0 && !hasMore) return t('alternativeQueue.none', 'No proposals waiting.');
  const count = proposals.length;
  return hasMore
    ? t(
        'alternativeQueue.waitingAtLeast',
        'More than {count, plural, one {# pair} other {# pairs}} waiting, the oldest first.',
        { count },
      )
    : t(
        'alternativeQueue.count',
        '{count, plural, one {# pair} other {# pairs}} waiting, the oldest first.',
        { count },
      );
}

/** Other moderators decide and members propose while the queue is open. */
const REFRESH_MS = 30_000;

/** The first page of the proposed alternatives that wait, and the two decisions. Decided pairs make room for later ones. */
function useAlternativeQueue() {
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const refreshCount = usePendingCountRefresh();
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
      refreshCount();
    }
  }

  return {
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
