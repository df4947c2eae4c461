import { useRef, useState } from 'react';
import { ChangedPart } from '@/components/layout/changed-part';
import { MemberHandle } from '@/components/layout/role-mark';
import { RejectForm } from '@/components/moderation/queue/reject-form';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { hidden } from '@/components/ui/visually-hidden';
import { call } from '@/lib/api/http';
import { describeAgreement } from '@/lib/contract/plain/product-parts';
import {
  type Suggestion,
  acceptSuggestionCall,
  listOpenSuggestionsCall,
  rejectSuggestionCall,
} from '@/lib/contract/suggestion';
import { formatShortDate } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import { Intro, ModeratorList, useDecisions } from '@/components/moderation/moderator-list';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

const COMMON_REASONS = [
  {
    get label() {
      return t('suggestions.untrue', 'Not true' /* why a suggestion is rejected */);
    },
    get text() {
      return t('suggestions.untrueReason', "We couldn't confirm this. Please add a link that shows it.");
    },
  },
  {
    get label() {
      return t('suggestions.ad', 'Reads like an ad');
    },
    get text() {
      return t('suggestions.adReason', 'It reads like an ad. Please say plainly what it does.');
    },
  },
  {
    get label() {
      return t('suggestions.noBetter', 'No improvement' /* why a suggestion is rejected */);
    },
    get text() {
      return t('suggestions.noBetterReason', 'What it says now is clearer.');
    },
  },
];

export default function Suggestions() {
  const { items, list, isDeciding, intro, decide } = useDecisions(
    'suggestions',
    (after) => call(listOpenSuggestionsCall, { query: { after } }),
    ({ suggestions }) => suggestions,
  );

  return (
    <>
      <Intro ref={intro}>
        {t(
          'suggestions.about',
          'Changes of listed {nouns} that members suggest, the oldest first. An accepted one shows at once, and its history leads back.',
        )}
      </Intro>
      <ModeratorList
        failed={t('suggestions.notLoaded', "We couldn't load the suggestions")}
        showing={(count) =>
          t('suggestions.showing', 'Showing {count, plural, one {# suggestion} other {# suggestions}}.', {
            count,
          })
        }
        list={list}
        items={items}
        empty={
          <EmptyState icon="check" title={t('suggestions.none', 'No suggestions waiting')}>
            {t('suggestions.noneYet', 'Members suggest changes on the page of {aNoun}.')}
          </EmptyState>
        }
      >
        {(suggestion) => (
          <SuggestionItem
            key={suggestion.id}
            suggestion={suggestion}
            isDeciding={isDeciding}
            onDecide={decide}
          />
        )}
      </ModeratorList>
    </>
  );
}

type SuggestionItemProps = {
  suggestion: Suggestion;
  isDeciding: boolean;
  onDecide: (send: () => Promise<unknown>, outcome: string) => Promise<boolean>;
};

function SuggestionItem({ suggestion, isDeciding, onDecide }: SuggestionItemProps) {
  const { id, product, changes, comment, memberHandle, memberRole, createdAt, agreement } = suggestion;
  const [reason, setReason] = useState<string>();
  const rejectButton = useRef<HTMLButtonElement>(null);

  const accept = () =>
    onDecide(
      () => call(acceptSuggestionCall, { params: { id } }),
      t('suggestions.accepted', '{name} now has the suggested changes.', { name: product.name }),
    );

  const reject = (body: { reason: string }) =>
    onDecide(
      () => call(rejectSuggestionCall, { params: { id }, body }),
      t('suggestions.rejected', 'The suggestion for {name} is rejected.', { name: product.name }),
    );

  function cancel(): void {
    setReason(undefined);
    // React mounts the button again after this handler.
    requestAnimationFrame(() => rejectButton.current?.focus());
  }

  const which = { hidden, handle: memberHandle, name: product.name };
  return (
    <li className="rounded-card border border-line p-5">
      <h2 id={`suggestion-${id}`} className="font-semibold wrap-anywhere">
        <a href={productPath(product.slug)} className="hover:text-accent">
          <bdi>{product.name}</bdi>
        </a>
      </h2>
      <p className="mt-1 text-sm text-muted">
        <span>
          {rich('suggestions.whenAndWho', '<time>{day}</time> by <member></member>', {
            time: (text) => <time dateTime={createdAt}>{text}</time>,
            day: formatShortDate(createdAt),
            member: () => <MemberHandle handle={memberHandle} role={memberRole} />,
          })}
        </span>
        <span> · </span>
        <a href={`/moderation/history?id=${product.id}`} className="underline underline-offset-4">
          {rich('product.history', 'History<hidden> of {name}</hidden>', { hidden, name: product.name })}
        </a>
        {agreement && <span>{` · ${describeAgreement(agreement.count)}`}</span>}
      </p>
      {comment !== null && (
        <p dir="auto" className="mt-3 text-page-start max-w-prose whitespace-pre-line wrap-anywhere">
          <q>{comment}</q>
        </p>
      )}
      <dl className="mt-3 flex max-w-prose flex-col gap-3">
        {changes.map((change) => (
          <ChangedPart key={change.part} {...change} />
        ))}
      </dl>
      {reason === undefined ? (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button
            look="primary"
            aria-disabled={isDeciding}
            onClick={isDeciding ? undefined : () => void accept()}
          >
            {rich(
              'suggestions.accept',
              'Accept<hidden> the suggestion of @{handle} for {name}</hidden>',
              which,
            )}
          </Button>
          <Button ref={rejectButton} aria-expanded={false} onClick={() => setReason('')}>
            {rich(
              'suggestions.reject',
              'Reject …<hidden> the suggestion of @{handle} for {name}</hidden>',
              which,
            )}
          </Button>
        </div>
      ) : (
        <RejectForm
          question={t('suggestions.why', 'Why are you rejecting the suggestion for {name}?', {
            name: product.name,
          })}
          keptAs={`rejection of suggestion ${id}`}
          commonReasons={COMMON_REASONS}
          hint={t('suggestions.reasonHint', 'The member will see this.')}
          reason={reason}
          onReasonChange={setReason}
          onReject={(text) => reject({ reason: text })}
          onCancel={cancel}
        />
      )}
    </li>
  );
}
