import { ChangedPart } from '@/components/layout/changed-part';
import { MemberHandle } from '@/components/layout/role-mark';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { AGREEMENT_RULES, describeAgreement } from '@/lib/contract/plain/product-parts';
import { type Suggestion, SUGGESTION_LIMITS } from '@/lib/contract/suggestion';
import { formatShortDate } from '@/lib/format/figures';

type OpenSuggestionsProps = {
  suggestions: readonly Suggestion[];
  /** The conditions of a trusted member that the viewer does not meet, one sentence each. Empty for a trusted member. */
  missing: readonly string[];
  viewerHandle: string | undefined;
  isAgreeing: boolean;
  /** Agrees with a suggestion, or withdraws the agreement. */
  onToggle: (suggestion: Suggestion) => void;
};

/** The suggestions for a product, and who may accept them. */
export function OpenSuggestions(props: OpenSuggestionsProps) {
  const { suggestions, missing, viewerHandle, ...rest } = props;
  const mayMembersDecide = suggestions.some(
    ({ agreement, memberHandle }) => agreement && memberHandle !== viewerHandle,
  );
  return (
    <section aria-labelledby="open-suggestions" className="mt-6">
      <h3 id="open-suggestions" className="font-semibold">
        Suggested changes
      </h3>
      <p className="mt-1 text-sm text-muted">
        A moderator decides about each one. Changes of tagline, description and tags are also accepted once{' '}
        {AGREEMENT_RULES.membersMin} trusted members agree.{' '}
        <a href="/rules#suggestions" className="underline underline-offset-4">
          Who is trusted
        </a>
      </p>
      {mayMembersDecide && missing.length > 0 && (
        <div className="mt-2 text-sm">
          <p id="missing-trust">{"You can't agree yet:"}</p>
          <ul aria-labelledby="missing-trust" className="mt-1 list-disc ps-5">
            {missing.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      <ul className="mt-3 flex flex-col gap-3">
        {suggestions.map((suggestion) => (
          <OpenSuggestion
            key={suggestion.id}
            suggestion={suggestion}
            isOwn={suggestion.memberHandle === viewerHandle}
            canAgree={missing.length === 0}
            {...rest}
          />
        ))}
      </ul>
      {suggestions.length === SUGGESTION_LIMITS.shownMax && (
        <p className="mt-2 text-sm text-muted">{`These are the oldest ${suggestions.length}.`}</p>
      )}
    </section>
  );
}

type OpenSuggestionProps = Pick<OpenSuggestionsProps, 'isAgreeing' | 'onToggle'> & {
  suggestion: Suggestion;
  isOwn: boolean;
  canAgree: boolean;
};

function OpenSuggestion({ suggestion, isOwn, canAgree, isAgreeing, onToggle }: OpenSuggestionProps) {
  const { id, changes, comment, memberHandle, memberRole, createdAt, agreement } = suggestion;
  // Members who were trusted once can still withdraw their agreement.
  const hasButton = agreement && !isOwn && (canAgree || agreement.hasAgreed);
  return (
    <li className="rounded-card border border-line p-4">
      <p className="text-sm text-muted">
        <time dateTime={createdAt}>{formatShortDate(createdAt)}</time>
        {' by '}
        <MemberHandle handle={memberHandle} role={memberRole} />
      </p>
      {comment !== null && (
        <p dir="auto" className="mt-2 text-page-start whitespace-pre-line wrap-anywhere">
          <q>{comment}</q>
        </p>
      )}
      <dl className="mt-2 flex flex-col gap-2">
        {changes.map((change) => (
          <ChangedPart key={change.part} {...change} />
        ))}
      </dl>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        {hasButton && (
          <Button
            aria-pressed={agreement.hasAgreed}
            aria-describedby={`agreement-${id}`}
            aria-disabled={isAgreeing}
            onClick={isAgreeing ? undefined : () => onToggle(suggestion)}
          >
            {agreement.hasAgreed && <Icon name="check" className="size-4" />}
            <span>Agree</span>
            <span className="sr-only">{` with the suggestion of @${memberHandle}`}</span>
          </Button>
        )}
        <p id={`agreement-${id}`} className="text-sm text-muted">
          {agreement ? describeAgreement(agreement.count) : 'Only a moderator accepts a new name or link.'}
        </p>
      </div>
    </li>
  );
}
