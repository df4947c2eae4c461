import { useRef, useState } from 'react';
import { ChangedPart } from '@/components/layout/changed-part';
import { MemberHandle } from '@/components/layout/role-mark';
import { RejectForm } from '@/components/moderation/queue/reject-form';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { useAnnouncedAttempt } from '@/hooks/use-attempt';
import { useModeratorList } from '@/hooks/use-moderator-list';
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
import { ModeratorList } from './moderator-list';

const COMMON_REASONS = [
  { label: 'Not true', text: "We couldn't confirm this. Please add a link that shows it." },
  { label: 'Reads like an ad', text: 'It reads like an ad. Please say plainly what it does.' },
  { label: 'No improvement', text: 'What it says now is clearer.' },
];

/** Lists the changes that members suggest, and decides on them. */
export function Suggestions() {
  const { suggestions, list, isDeciding, accept, reject } = useSuggestionQueue();
  const intro = useRef<HTMLParagraphElement>(null);

  /** A decided suggestion leaves the page, and the focus must not be lost with it. */
  async function finish(deciding: Promise<boolean>): Promise<boolean> {
    const isDecided = await deciding;
    if (isDecided) intro.current?.focus();
    return isDecided;
  }

  return (
    <>
      <p ref={intro} tabIndex={-1} className="mt-2 max-w-prose text-muted outline-none">
        Changes of listed {site.nounPlural} that members suggest, the oldest first. An accepted one shows at
        once, and its history leads back.
      </p>
      <ModeratorList
        name="suggestions"
        list={list}
        items={suggestions}
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
            onAccept={() => void finish(accept(suggestion))}
            onReject={(reason) => finish(reject(suggestion, reason))}
          />
        )}
      </ModeratorList>
    </>
  );
}

type SuggestionItemProps = {
  suggestion: Suggestion;
  isDeciding: boolean;
  onAccept: () => void;
  onReject: (reason: string) => Promise<boolean>;
};

function SuggestionItem({ suggestion, isDeciding, onAccept, onReject }: SuggestionItemProps) {
  const { id, product, changes, comment, memberHandle, memberRole, createdAt, agreement } = suggestion;
  const [reason, setReason] = useState<string>();
  const rejectButton = useRef<HTMLButtonElement>(null);

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
        <p dir="auto" className="mt-3 max-w-prose whitespace-pre-line wrap-anywhere">
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
          <Button look="primary" aria-disabled={isDeciding} onClick={isDeciding ? undefined : onAccept}>
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
          onReject={onReject}
          onCancel={cancel}
        />
      )}
    </li>
  );
}

/** The suggested changes that wait for a moderator, oldest first, and the decisions about them. */
function useSuggestionQueue() {
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { pages, ...list } = useModeratorList('suggestions', (after) =>
    call(listOpenSuggestionsCall, { query: { after } }),
  );

  /** Resolves to whether the server has accepted the decision. */
  async function decide(send: () => Promise<unknown>, outcome: string): Promise<boolean> {
    const isDone = await announce(async () => {
      await send();
      return outcome;
    });
    await list.refresh();
    return isDone;
  }

  return {
    /** Undefined until the first page is loaded. */
    suggestions: pages?.flatMap(({ suggestions }) => suggestions),
    list,
    isDeciding: isUnderWay,
    accept: ({ id, product: { name } }: Suggestion) =>
      decide(() => call(acceptSuggestionCall, { params: { id } }), `${name} now has the suggested changes.`),
    reject: ({ id, product: { name } }: Suggestion, reason: string) =>
      decide(
        () => call(rejectSuggestionCall, { params: { id }, body: { reason } }),
        `The suggestion for ${name} is rejected.`,
      ),
  };
}
