import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { MissingPart } from '@/components/ui/missing-part';
import { useOwnSuggestions } from '@/hooks/use-suggestions';
import { describeAgreement, listParts } from '@/lib/contract/plain/product-parts';
import { REPORT_REASON_LABELS } from '@/lib/contract/plain/report';
import { type Removal, listOwnReportsCall, listRemovalsCall } from '@/lib/contract/report';
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
  if (!items)
    return error ? (
      <MissingPart onRetry={() => void refresh()}>
        {t('contributions.notLoaded', "“{title}” couldn't be loaded. Check your connection and try again.", {
          title,
        })}
      </MissingPart>
    ) : null;
  if (items.length === 0) return null;
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="mt-10">
      <h2 id={`${id}-heading`} className="text-lg font-bold">
        {title}
      </h2>
      <ul className="mt-2">{items.map(children)}</ul>
      {hasMore && (
        <p className="mt-2 text-sm text-muted">
          {t('contributions.theseAreYourLatest', 'These are your latest {itemsCount}.', {
            itemsCount: items.length,
          })}
        </p>
      )}
    </section>
  );
}

type OutcomeProps = {
  /** What became of it, such as `Accepted`. */
  children: ReactNode;
  /** What the viewer did then, such as `Reported`. */
  act?: string;
  createdAt: string;
  note: string | undefined;
};

function Outcome({
  children,
  act = t('contributions.suggested', 'Suggested'),
  createdAt,
  note,
}: OutcomeProps) {
  return (
    <p className="text-sm text-muted">
      <span>{children}</span>
      <span>{` · ${act} on `}</span>
      <time dateTime={createdAt}>{formatDate(createdAt)}</time>
      {note !== undefined && (
        <q dir="auto" className="mt-1 block whitespace-pre-line text-ink">
          {note}
        </q>
      )}
    </p>
  );
}

export function ProposalList() {
  const { proposals, ...list } = useProposals();
  return (
    <OutcomeList
      id="proposals"
      title={t('contributions.alternativesYouProposed', 'Alternatives you proposed')}
      items={proposals}
      {...list}
    >
      {({ id, product, alternative, status, ...rest }) => (
        <li key={id} className="border-t border-line py-3">
          <p className="font-semibold wrap-anywhere">
            <a href={alternativesPath(product.slug)} className="hover:underline">
              {rich('contributions.nameAndName2', '<bdi>{name}</bdi> and <bdi>{name2}</bdi>', {
                bdi: (text) => <bdi>{text}</bdi>,
                name: product.name,
                name2: alternative.name,
              })}
            </a>
          </p>
          <Outcome
            act={t('contributions.proposed', 'Proposed')}
            createdAt={rest.createdAt}
            note={rest.rejectionReason}
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
    return t('contributions.waitingForAModerator', 'Waiting for a moderator');
  },
  get approved() {
    return t('contributions.approved', 'Approved');
  },
  get rejected() {
    return t('contributions.rejected', 'Rejected');
  },
} as const;

export function ReportList() {
  const { reports, ...list } = useOwnReports();
  return (
    <OutcomeList
      id="reports"
      title={t('contributions.problemsYouReported', 'Problems you reported')}
      items={reports}
      {...list}
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
            act={t('contributions.reported', 'Reported')}
            createdAt={createdAt}
            note={note ?? undefined}
          >
            {outcome === null
              ? t('contributions.waitingForAModerator', 'Waiting for a moderator')
              : REPORT_OUTCOME_TEXTS[outcome]}
          </Outcome>
        </li>
      )}
    </OutcomeList>
  );
}

const REPORT_OUTCOME_TEXTS = {
  get upheld() {
    return t('contributions.youWereRight', 'You were right: it is settled');
  },
  get dismissed() {
    return t('contributions.nothingHadToChange', 'Nothing had to change');
  },
} as const;

/** The viewer's products that moderators have removed, with what became of their edits. Nothing for a viewer without any. */
export function RemovalList() {
  const { removals, error, refresh } = useRemovals();
  if (!removals)
    return (
      error && (
        <MissingPart onRetry={() => void refresh()}>
          {t(
            'contributions.removalsNotLoaded',
            "What moderators removed couldn't be loaded. Check your connection and try again.",
          )}
        </MissingPart>
      )
    );
  if (removals.length === 0) return null;
  return (
    <section id="removals" aria-labelledby="removals-heading" className="mt-10">
      <h2 id="removals-heading" className="text-lg font-bold">
        {t('contributions.removedByTheModerators', 'Removed by the moderators')}
      </h2>
      <ul className="mt-2">
        {removals.map((removal) => (
          <RemovalRow key={removal.id} removal={removal} />
        ))}
      </ul>
      <p className="mt-2 text-sm text-muted">
        {rich('contributions.ifYouThink', 'If you think that is a mistake, <contact>write to us</contact>.', {
          contact: (text) => (
            <a href="/support#contact" className="text-accent underline underline-offset-4">
              {text}
            </a>
          ),
        })}
      </p>
    </section>
  );
}

function RemovalRow({ removal: { name, removedAt, edit } }: { removal: Removal }) {
  return (
    <li className="border-t border-line py-3">
      <p className="font-semibold wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
      <p className="text-sm text-muted">
        {rich('contributions.removedAfterAReport', 'Removed after a report on <time>{removedAt}</time>', {
          time: (text) => <time dateTime={removedAt}>{text}</time>,
          removedAt: formatDate(removedAt),
        })}
      </p>
      {edit && (
        <p className="text-sm text-muted wrap-anywhere">
          <span>Your edit </span>
          {edit.name !== name && <bdi>{`“${edit.name}” `}</bdi>}
          <span>
            {edit.isRejected
              ? t('contributions.wasRejectedBefore', 'was rejected before.')
              : t(
                  'contributions.wasInTheQueue',
                  "was in the queue, and isn't published. If this is undone, it returns to the queue.",
                )}
          </span>
        </p>
      )}
    </li>
  );
}

export function SuggestionList() {
  const { suggestions, isWithdrawing, withdraw, ...list } = useOwnSuggestions();
  return (
    <OutcomeList
      id="edits"
      title={t('contributions.changesYouSuggested', 'Changes you suggested')}
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
            <Outcome createdAt={suggestion.createdAt} note={suggestion.rejectionReason}>
              <span>{SUGGESTION_OUTCOMES[suggestion.status]}</span>
              {suggestion.agreement && <span>{` · ${describeAgreement(suggestion.agreement.count)}`}</span>}
            </Outcome>
          </div>
          {suggestion.status === 'open' && (
            <Button look="quiet" aria-disabled={isWithdrawing} onClick={() => void withdraw(suggestion)}>
              {rich(
                'contributions.withdrawYourSuggestion',
                'Withdraw<span> your suggestion for {name}</span>',
                { span: (text) => <span className="sr-only">{text}</span>, name: suggestion.product.name },
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
    return t('contributions.waitingForAModerator', 'Waiting for a moderator');
  },
  get accepted() {
    return t('contributions.accepted', 'Accepted');
  },
  get rejected() {
    return t('contributions.rejected', 'Rejected');
  },
  get closed() {
    return t('contributions.closedBecauseThisNoun', 'Closed, because this {noun} is no longer listed');
  },
} as const;

function useOwnReports() {
  const { data, error, refresh } = useViewerData(['own reports'], () => call(listOwnReportsCall));
  const hasMore = data !== undefined && data.nextCursor !== null;
  return { reports: data?.reports, hasMore, error, refresh };
}

/** The viewer's products that moderators have removed after a report. Undefined until they are loaded. */
function useRemovals() {
  const { data, error, refresh } = useViewerData(
    ['removals'],
    async () => (await call(listRemovalsCall)).removals,
  );
  return { removals: data, error, refresh };
}

function useProposals() {
  const { data, error, refresh } = useViewerData(['proposals'], () => call(listProposalsCall));
  const hasMore = data !== undefined && data.nextCursor !== null;
  return { proposals: data?.proposals, hasMore, error, refresh };
}
