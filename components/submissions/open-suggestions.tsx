import { ChangedPart } from '@/components/layout/changed-part';
import { MemberHandle } from '@/components/layout/role-mark';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { AGREEMENT_RULES, describeAgreement } from '@/lib/contract/plain/product-parts';
import { type Suggestion, SUGGESTION_LIMITS } from '@/lib/contract/suggestion';
import { formatShortDate } from '@/lib/format/figures';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

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
        {t('moderationMenu.suggestedChanges', 'Suggested changes')}
      </h3>
      <p className="mt-1 text-sm text-muted">
        {rich(
          'openSuggestions.howDecided',
          'A moderator decides about each one. Changes of tagline, description and tags are also accepted once {count} trusted members agree. <suggestions>Who is trusted</suggestions>',
          {
            count: AGREEMENT_RULES.membersMin,
            suggestions: (text) => (
              <a href="/rules#suggestions" className="underline underline-offset-4">
                {text}
              </a>
            ),
          },
        )}
      </p>
      {mayMembersDecide && missing.length > 0 && (
        <div className="mt-2 text-sm">
          <p id="missing-trust">{t('openSuggestions.cannotAgree', "You can't agree yet:")}</p>
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
        <p className="mt-2 text-sm text-muted">
          {t('openSuggestions.oldest', 'These are the oldest {count}.', {
            count: suggestions.length,
          })}
        </p>
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
        {rich('openSuggestions.madeBy', '<time>{day}</time> by {member}', {
          time: (text) => <time dateTime={createdAt}>{text}</time>,
          day: formatShortDate(createdAt),
          member: <MemberHandle handle={memberHandle} role={memberRole} />,
        })}
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
            <span>
              {rich('openSuggestions.agree', 'Agree<hidden> with the suggestion of @{handle}</hidden>', {
                hidden: (text) => <span className="sr-only">{text}</span>,
                handle: memberHandle,
              })}
            </span>
          </Button>
        )}
        <p id={`agreement-${id}`} className="text-sm text-muted">
          {agreement
            ? describeAgreement(agreement.count)
            : t('openSuggestions.onlyModerators', 'Only a moderator accepts a new name or link.')}
        </p>
      </div>
    </li>
  );
}
