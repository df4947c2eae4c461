import { Button } from '@/components/ui/button';
import { useOwnSuggestions } from '@/hooks/use-suggestions';
import { listParts } from '@/lib/contract/plain/product-parts';
import type { Suggestion } from '@/lib/contract/suggestion';
import { formatDate } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';

/** What became of the changes that the viewer has suggested. Nothing for a viewer who has suggested none. */
export function SuggestionList() {
  const { suggestions = [], hasMore, isWithdrawing, withdraw } = useOwnSuggestions();
  if (suggestions.length === 0) return null;
  return (
    <section id="edits" aria-labelledby="edits-heading" className="mt-10">
      <h2 id="edits-heading" className="text-lg font-bold">
        Changes you suggested
      </h2>
      <ul className="mt-2">
        {suggestions.map((suggestion) => (
          <li
            key={suggestion.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold wrap-anywhere">
                <a href={productPath(suggestion.product.slug)} className="hover:underline">
                  <bdi>{suggestion.product.name}</bdi>
                </a>
                <span className="font-normal">
                  {`: ${listParts(suggestion.changes.map(({ part }) => part))}`}
                </span>
              </p>
              <Outcome suggestion={suggestion} />
            </div>
            {suggestion.status === 'open' && (
              <Button look="quiet" disabled={isWithdrawing} onClick={() => void withdraw(suggestion)}>
                Withdraw<span className="sr-only"> your suggestion for {suggestion.product.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasMore && <p className="mt-2 text-sm text-muted">These are your latest {suggestions.length}.</p>}
    </section>
  );
}

function Outcome({ suggestion: { status, rejectionReason, createdAt } }: { suggestion: Suggestion }) {
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

const OUTCOMES = { open: 'Waiting for a moderator', accepted: 'Accepted', rejected: 'Rejected' } as const;
