import { type Ref, useRef, useState } from 'react';
import { FailedState } from '@/components/ui/empty-state';
import { ProductMark } from '@/components/layout/images';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
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
import type { ListedProduct } from '@/lib/contract/product';
import { countOf, formatWait } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { RejectForm } from './reject-form';

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

type AlternativeItemProps = {
  proposal: Proposal;
  /** The rejection reason as far as it is written; undefined while the form is closed. */
  reason: string | undefined;
  onReasonChange: (reason: string | undefined) => void;
  onApprove: () => void;
  onReject: (reason: string) => Promise<boolean>;
  /** Gets the focus when the previous pair is decided. */
  headingRef: Ref<HTMLHeadingElement>;
};

/** Reasons that fit most rejections. Each can be edited before it is sent. */
const COMMON_REASONS = [
  {
    label: 'Different purpose',
    text: 'They do different things: nobody would use one in place of the other.',
  },
  { label: 'Same maker', text: `They are parts of one ${site.noun}, not alternatives to each other.` },
  { label: 'Promotion', text: 'The proposal reads like an ad.' },
];

/** Two products side by side, and the decision whether they are alternatives to each other. */
function AlternativeItem(props: AlternativeItemProps) {
  const { proposal, reason, onReasonChange, onApprove, onReject, headingRef } = props;
  const { id, product, alternative, createdAt } = proposal;
  const rejectButton = useRef<HTMLButtonElement>(null);
  const names = `${product.name} and ${alternative.name}`;

  function cancel() {
    onReasonChange(undefined);
    // React mounts the button again after this handler.
    requestAnimationFrame(() => rejectButton.current?.focus());
  }

  return (
    <li>
      <article
        aria-labelledby={`pair-${id}`}
        className="rounded-card border border-line bg-surface p-4 md:p-6"
      >
        <h3 id={`pair-${id}`} ref={headingRef} tabIndex={-1} className="font-bold wrap-anywhere">
          <bdi>{product.name}</bdi> and <bdi>{alternative.name}</bdi>
        </h3>
        <div className="mt-4 grid gap-4 sm:grid-cols-2 md:gap-6">
          <Side product={product} />
          <Side product={alternative} />
        </div>
        <p className="mt-4 flex items-center gap-1.5 text-sm text-muted">
          <Icon name="clock" className="size-4" />
          <span>{`Waiting for ${formatWait(createdAt)}`}</span>
        </p>
        {reason === undefined ? (
          <div className="mt-5 flex flex-wrap gap-2">
            <Button look="primary" onClick={onApprove}>
              <Icon name="check" className="size-4" />
              Approve
              <VisuallyHidden>{` ${names}`}</VisuallyHidden>
            </Button>
            <Button ref={rejectButton} aria-expanded={false} onClick={() => onReasonChange('')}>
              Reject …<VisuallyHidden>{` ${names}`}</VisuallyHidden>
            </Button>
          </div>
        ) : (
          <RejectForm
            name={names}
            keptAs={`rejection of pair ${id}`}
            commonReasons={COMMON_REASONS}
            hint="The member who proposed the pair will see this."
            reason={reason}
            onReasonChange={onReasonChange}
            onReject={onReject}
            onCancel={cancel}
          />
        )}
      </article>
    </li>
  );
}

function Side({ product }: { product: ListedProduct }) {
  const { slug, name, tagline, tags, status } = product;
  return (
    <div className="flex min-w-0 gap-3">
      <ProductMark product={product} size="list" />
      <div className="min-w-0">
        <a href={productPath(slug)} dir="auto" className="font-semibold wrap-anywhere hover:underline">
          {name}
        </a>
        {status === 'discontinued' && <p className="text-sm text-danger">Discontinued</p>}
        <p dir="auto" className="text-page-start">
          {tagline}
        </p>
        <p className="mt-1 text-sm text-muted">{tags.map((tag) => tag.name).join(' · ')}</p>
      </div>
    </div>
  );
}
