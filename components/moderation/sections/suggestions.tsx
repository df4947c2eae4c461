import { useRef, useState } from 'react';
import { ChangedPart } from '@/components/layout/changed-part';
import { MemberHandle } from '@/components/layout/role-mark';
import { RejectForm } from '@/components/moderation/queue/reject-form';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
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
import { site } from '@/lib/site';
import { Intro, ModeratorList, useDecisions } from '@/components/moderation/moderator-list';

const COMMON_REASONS = [
  { label: 'Not true', text: "We couldn't confirm this. Please add a link that shows it." },
  { label: 'Reads like an ad', text: 'It reads like an ad. Please say plainly what it does.' },
  { label: 'No improvement', text: 'What it says now is clearer.' },
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
        Changes of listed {site.nounPlural} that members suggest, the oldest first. An accepted one shows at
        once, and its history leads back.
      </Intro>
      <ModeratorList
        name="suggestions"
        list={list}
        items={items}
        empty={
          <EmptyState icon="check" title="No suggestions waiting">
            Members suggest changes on the page of {site.aNoun}.
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
      `${product.name} now has the suggested changes.`,
    );

  const reject = (body: { reason: string }) =>
    onDecide(
      () => call(rejectSuggestionCall, { params: { id }, body }),
      `The suggestion for ${product.name} is rejected.`,
    );

  function cancel(): void {
    setReason(undefined);
    // React mounts the button again after this handler.
    requestAnimationFrame(() => rejectButton.current?.focus());
  }

  const ofWhat = <span className="sr-only">{` the suggestion of @${memberHandle} for ${product.name}`}</span>;
  return (
    <li className="rounded-card border border-line p-5">
      <h2 id={`suggestion-${id}`} className="font-semibold wrap-anywhere">
        <a href={productPath(product.slug)} className="hover:text-accent">
          <bdi>{product.name}</bdi>
        </a>
      </h2>
      <p className="mt-1 text-sm text-muted">
        <time dateTime={createdAt}>{formatShortDate(createdAt)}</time>
        <span> by </span>
        <MemberHandle handle={memberHandle} role={memberRole} />
        <span> · </span>
        <a href={`/moderation/history?id=${product.id}`} className="underline underline-offset-4">
          History<span className="sr-only">{` of ${product.name}`}</span>
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
            <span>Accept</span>
            {ofWhat}
          </Button>
          <Button ref={rejectButton} aria-expanded={false} onClick={() => setReason('')}>
            <span>Reject …</span>
            {ofWhat}
          </Button>
        </div>
      ) : (
        <RejectForm
          name={`the suggestion for ${product.name}`}
          keptAs={`rejection of suggestion ${id}`}
          commonReasons={COMMON_REASONS}
          hint="The member will see this."
          reason={reason}
          onReasonChange={setReason}
          onReject={(text) => reject({ reason: text })}
          onCancel={cancel}
        />
      )}
    </li>
  );
}
