import { Button } from '@/components/ui/button';
import { useOwnSuggestions } from '@/hooks/use-suggestions';
import { describeAgreement } from '@/lib/contract/plain/agreement';
import { listParts } from '@/lib/contract/plain/product-parts';
import type { Suggestion } from '@/lib/contract/suggestion';
import { productPath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { Outcome, OutcomeList } from './outcome-list';

/** What became of the changes that the viewer has suggested. */
export function SuggestionList() {
  const { suggestions = [], hasMore, isWithdrawing, withdraw } = useOwnSuggestions();
  return (
    <OutcomeList id="edits" title="Changes you suggested" items={suggestions} hasMore={hasMore}>
      {(suggestion) => (
        <li
          key={suggestion.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3"
        >
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-semibold wrap-anywhere">
              <ProductName {...suggestion.product} />
              <span className="font-normal">
                {`: ${listParts(suggestion.changes.map(({ part }) => part))}`}
              </span>
            </p>
            <Outcome createdAt={suggestion.createdAt} note={suggestion.rejectionReason}>
              <span>{OUTCOMES[suggestion.status]}</span>
              {suggestion.agreement && <span>{` · ${describeAgreement(suggestion.agreement.count)}`}</span>}
            </Outcome>
          </div>
          {suggestion.status === 'open' && (
            <Button look="quiet" disabled={isWithdrawing} onClick={() => void withdraw(suggestion)}>
              Withdraw<span className="sr-only">{` your suggestion for ${suggestion.product.name}`}</span>
            </Button>
          )}
        </li>
      )}
    </OutcomeList>
  );
}

/** Leads to the page of the product, if it still has one. */
function ProductName({ name, slug, status }: Suggestion['product']) {
  if (status !== 'approved' && status !== 'discontinued') return <bdi>{name}</bdi>;
  return (
    <a href={productPath(slug)} className="hover:underline">
      <bdi>{name}</bdi>
    </a>
  );
}

const OUTCOMES = {
  open: 'Waiting for a moderator',
  accepted: 'Accepted',
  rejected: 'Rejected',
  closed: `Closed, because this ${site.noun} is no longer listed`,
} as const;
