import { useProposals } from '@/hooks/use-contributions';
import { alternativesPath } from '@/lib/pages/alternatives';
import { Outcome, OutcomeList } from './outcome-list';

/** What became of the alternatives that the viewer has proposed. */
export function ProposalList() {
  const { proposals = [], hasMore } = useProposals();
  return (
    <OutcomeList id="proposals" title="Alternatives you proposed" items={proposals} hasMore={hasMore}>
      {({ id, product, alternative, status, ...rest }) => (
        <li key={id} className="border-t border-line py-3">
          <p className="font-semibold wrap-anywhere">
            <a href={alternativesPath(product.slug)} className="hover:underline">
              <bdi>{product.name}</bdi> and <bdi>{alternative.name}</bdi>
            </a>
          </p>
          <Outcome act="Proposed" createdAt={rest.createdAt} note={rest.rejectionReason}>
            {OUTCOMES[status]}
          </Outcome>
        </li>
      )}
    </OutcomeList>
  );
}

const OUTCOMES = { pending: 'Waiting for a moderator', approved: 'Approved', rejected: 'Rejected' } as const;
