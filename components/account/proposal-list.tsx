import { useProposals } from '@/hooks/use-proposals';
import type { Proposal } from '@/lib/contract/alternative';
import { formatDate } from '@/lib/format/figures';
import { alternativesPath } from '@/lib/pages/alternatives';

/** What became of the alternatives that the viewer has suggested. Nothing for a viewer who has suggested none. */
export function ProposalList() {
  const { proposals = [], hasMore } = useProposals();
  if (proposals.length === 0) return null;
  return (
    <section id="suggestions" aria-labelledby="suggestions-heading" className="mt-10">
      <h2 id="suggestions-heading" className="text-lg font-bold">
        Alternatives you suggested
      </h2>
      <ul className="mt-2">
        {proposals.map((proposal) => (
          <li key={proposal.id} className="border-t border-line py-3">
            <p className="font-semibold wrap-anywhere">
              <a href={alternativesPath(proposal.product.slug)} className="hover:underline">
                <bdi>{proposal.product.name}</bdi> and <bdi>{proposal.alternative.name}</bdi>
              </a>
            </p>
            <Outcome proposal={proposal} />
          </li>
        ))}
      </ul>
      {hasMore && <p className="mt-2 text-sm text-muted">These are your latest {proposals.length}.</p>}
    </section>
  );
}

function Outcome({ proposal: { status, rejectionReason, createdAt } }: { proposal: Proposal }) {
  return (
    <p className="text-sm text-muted">
      {OUTCOMES[status]} · Suggested on <time dateTime={createdAt}>{formatDate(createdAt)}</time>
      {rejectionReason !== undefined && (
        <q dir="auto" className="mt-1 block whitespace-pre-line text-ink">
          {rejectionReason}
        </q>
      )}
    </p>
  );
}

const OUTCOMES = { pending: 'Waiting for a moderator', approved: 'Approved', rejected: 'Rejected' } as const;
