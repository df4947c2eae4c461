import { useProposals } from '@/hooks/use-proposals';
import { alternativesPath } from '@/lib/pages/alternatives';
import { Outcome, OutcomeList } from './outcome-list';

/** What became of the alternatives that the viewer has suggested. */
export function ProposalList() {
  const { proposals = [], hasMore } = useProposals();
  return (
    <OutcomeList id="suggestions" title="Alternatives you suggested" items={proposals} hasMore={hasMore}>
      {({ id, product, alternative, status, ...rest }) => (
        <li key={id} className="border-t border-line py-3">
          <p className="font-semibold wrap-anywhere">
            <a href={alternativesPath(product.slug)} className="hover:underline">
              <bdi>{product.name}</bdi> and <bdi>{alternative.name}</bdi>
            </a>
          </p>
          <Outcome createdAt={rest.createdAt} note={rest.rejectionReason}>
            {OUTCOMES[status]}
          </Outcome>
        </li>
      )}
    </OutcomeList>
  );
}

const OUTCOMES = { pending: 'Waiting for a moderator', approved: 'Approved', rejected: 'Rejected' } as const;
