import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { MissingPart } from '@/components/ui/missing-part';
import { useOwnSuggestions } from '@/hooks/use-suggestions';
import { describeAgreement, listParts } from '@/lib/contract/plain/product-parts';
import { REPORT_REASON_LABELS } from '@/lib/contract/plain/report';
import { listOwnReportsCall } from '@/lib/contract/report';
import type { Suggestion } from '@/lib/contract/suggestion';
import { formatDate } from '@/lib/format/figures';
import { alternativesPath } from '@/lib/pages/product-paths';
import { productPath } from '@/lib/pages/paths';
import { useViewerData } from '@/hooks/use-viewer-data';
import { call } from '@/lib/api/http';
import { listProposalsCall } from '@/lib/contract/alternative';
import { rich } from '@/lib/texts/rich';
import { say, t } from '@/lib/texts/texts';

type OutcomeListProps<Item> = {
  id: string;
  title: string;
  items: readonly Item[] | undefined;
  hasMore: boolean;
  error: unknown;
  refresh: () => Promise<void>;
  children: (item: Item) => ReactNode;
};

/** What the viewer has suggested or reported, newest first, with what became of it. Nothing for a viewer without any. */
function OutcomeList<Item>(props: OutcomeListProps<Item>) {
  const { id, title, items, hasMore, error, refresh, children } = props;
  if (!items && !error) return null;
  if (!items)
    return (
      <MissingPart onRetry={() => void refresh()}>
        {t('contributions.notLoaded', "“{title}” couldn't be loaded. Check your connection and try again.", {
          title,
        })}
      </MissingPart>
    );
  if (items.length === 0) return null;
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="mt-10">
      <h2 id={`${id}-heading`} className="text-lg font-bold">
        {title}
      </h2>
      <ul className="mt-2">{items.map(children)}</ul>
      {hasMore && (
        <p className="mt-2 text-sm text-muted">
          {t('contributions.latest', 'These are your latest {count}.', { count: items.length })}
        </p>
      )}
    </section>
  );
}

type OutcomeProps = {
  /** What became of it, such as `Accepted`. */
  children: ReactNode;
  /** What the viewer did, with the day. */
  act: ReactNode;
  note: string | undefined;
};

function Outcome({ children, act, note }: OutcomeProps) {
  return (
    <p className="text-sm text-muted">
      <span>{children}</span>
      <span> · </span>
      <span>{act}</span>
      {note !== undefined && (
        <q dir="auto" className="mt-1 block whitespace-pre-line text-ink">
          {note}
        </q>
      )}
    </p>
  );
}

const dayOf = (instant: string) => ({
  day: formatDate(instant),
  time: (text: ReactNode) => <time dateTime={instant}>{text}</time>,
});

export function ProposalList() {
  const { data, error, refresh } = useViewerData(['proposals'], () => call(listProposalsCall));
  return (
    <OutcomeList
      id="proposals"
      title={t('contributions.proposals', 'Alternatives you proposed')}
      items={data?.proposals}
      hasMore={Boolean(data?.nextCursor)}
      error={error}
      refresh={refresh}
    >
      {({ id, product, alternative, status, createdAt, rejectionReason }) => (
        <li key={id} className="border-t border-line py-3">
          <p className="font-semibold wrap-anywhere">
            <a href={alternativesPath(product.slug)} className="hover:underline">
              {rich('alternative.pair', '<bdi>{name}</bdi> and <bdi>{other}</bdi>', {
                bdi: (text) => <bdi>{text}</bdi>,
                name: product.name,
                other: alternative.name,
              })}
            </a>
          </p>
          <Outcome
            act={rich('contributions.proposedOn', 'Proposed on <time>{day}</time>', dayOf(createdAt))}
            note={rejectionReason}
          >
            {PROPOSAL_OUTCOMES[status]}
          </Outcome>
        </li>
      )}
    </OutcomeList>
  );
}

const PROPOSAL_OUTCOMES = {
  get pending() {
    return t('contributions.waiting', 'Waiting for a moderator');
  },
  get approved() {
    return t('contributions.approved', 'Approved' /* what became of a proposed alternative */);
  },
  get rejected() {
    return t('contributions.rejected', 'Rejected' /* what became of a proposal or a suggestion */);
  },
} as const;

export function ReportList() {
  const { data, error, refresh } = useViewerData(['own reports'], () => call(listOwnReportsCall));
  return (
    <OutcomeList
      id="reports"
      title={t('contributions.reports', 'Problems you reported')}
      items={data?.reports}
      hasMore={Boolean(data?.nextCursor)}
      error={error}
      refresh={refresh}
    >
      {({ id, product, reason, createdAt, outcome, note }) => (
        <li key={id} className="border-t border-line py-3">
          <p className="font-semibold wrap-anywhere">
            {product.slug === null ? (
              <bdi>{product.name}</bdi>
            ) : (
              <a href={productPath(product.slug)} className="hover:underline">
                <bdi>{product.name}</bdi>
              </a>
            )}
            <span className="font-normal text-muted">{` · ${say(REPORT_REASON_LABELS[reason])}`}</span>
          </p>
          <Outcome
            act={rich('contributions.reportedOn', 'Reported on <time>{day}</time>', dayOf(createdAt))}
            note={note ?? undefined}
          >
            {outcome === null
              ? t('contributions.waiting', 'Waiting for a moderator')
              : REPORT_OUTCOME_TEXTS[outcome]}
          </Outcome>
        </li>
      )}
    </OutcomeList>
  );
}

const REPORT_OUTCOME_TEXTS = {
  get upheld() {
    return t('contributions.reportUpheld', 'You were right: it is settled');
  },
  get dismissed() {
    return t('contributions.reportDismissed', 'Nothing had to change');
  },
} as const;

export function SuggestionList() {
  const { suggestions, isWithdrawing, withdraw, ...list } = useOwnSuggestions();
  return (
    <OutcomeList
      id="edits"
      title={t('contributions.suggestions', 'Changes you suggested')}
      items={suggestions}
      {...list}
    >
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
            <Outcome
              act={rich(
                'contributions.suggestedOn',
                'Suggested on <time>{day}</time>',
                dayOf(suggestion.createdAt),
              )}
              note={suggestion.rejectionReason}
            >
              <span>{SUGGESTION_OUTCOMES[suggestion.status]}</span>
              {suggestion.agreement && <span>{` · ${describeAgreement(suggestion.agreement.count)}`}</span>}
            </Outcome>
          </div>
          {suggestion.status === 'open' && (
            <Button look="quiet" aria-disabled={isWithdrawing} onClick={() => void withdraw(suggestion)}>
              {rich(
                'contributions.withdrawSuggestion',
                'Withdraw<hidden> your suggestion for {name}</hidden>',
                {
                  hidden: (text) => <span className="sr-only">{text}</span>,
                  name: suggestion.product.name,
                },
              )}
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

const SUGGESTION_OUTCOMES = {
  get open() {
    return t('contributions.waiting', 'Waiting for a moderator');
  },
  get accepted() {
    return t('contributions.accepted', 'Accepted' /* what became of a suggested change */);
  },
  get rejected() {
    return t('contributions.rejected', 'Rejected' /* what became of a proposal or a suggestion */);
  },
  get closed() {
    return t('contributions.closed', 'Closed, because this {noun} is no longer listed');
  },
} as const;
