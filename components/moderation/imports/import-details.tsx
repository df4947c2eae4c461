import { useEffect, useId, useRef, useState } from 'react';
import { describeAuthor, ModeratorList, NotLoaded } from '@/components/moderation/moderator-list';
import { Button } from '@/components/ui/button';
import { Choice } from '@/components/ui/choice';
import { EmptyState } from '@/components/ui/empty-state';
import { isWorking, useImport, useImportEntries } from '@/hooks/use-imports';
import {
  IMPORT_LIMITS,
  IMPORT_OUTCOMES,
  type ImportDetails,
  type ImportEntry,
  type ImportOutcomeName,
} from '@/lib/contract/import';
import { formatCount, formatShortDate, formatTimeAgo } from '@/lib/format/figures';
import {
  changeName,
  IMPORT_STATE_NAMES,
  OUTCOME_NAMES,
  progressOf,
  sayCounts,
  sayReason,
  sayUndone,
} from './import-labels';
import { ImportMappingForm } from './import-mapping';

export function ImportDetailsView({ id, onClose }: { id: string; onClose: () => void }) {
  const { found, error, refresh, ...list } = useImport(id);
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = found !== undefined;
  useEffect(() => {
    if (isLoaded) heading.current?.focus();
  }, [isLoaded]);

  return (
    <section aria-labelledby={found && 'import'} className="mt-2">
      {!found && <NotLoaded name="import" error={error} onRetry={refresh} className="h-48" />}
      {found && (
        <>
          <h2 id="import" ref={heading} tabIndex={-1} className="text-lg font-bold wrap-anywhere">
            <bdi>{found.sourceName}</bdi>
          </h2>
          <ImportState found={found} />
          <ImportActions found={found} onClose={onClose} {...list} />
          {(found.state === 'ready' || found.state === 'failed') && (
            <ImportMappingForm
              key={JSON.stringify(found.mapping)}
              found={found}
              isSaving={list.isChanging}
              onSave={(mapping) => void list.map(mapping)}
            />
          )}
          {found.hasEntries && !isWorking(found.state) && found.state !== 'failed' && (
            <ImportEntries found={found} />
          )}
        </>
      )}
      <p className="mt-10">
        <Button onClick={onClose}>All imports</Button>
      </p>
    </section>
  );
}

function ImportState({ found }: { found: ImportDetails }) {
  const { state, isPaused, failure, moderatorHandle, createdAt, undone, undoableUntil } = found;
  const progress = progressOf(found);
  return (
    <>
      <p className="mt-1 text-sm text-muted">
        {[
          `${formatTimeAgo(createdAt)} by ${describeAuthor(moderatorHandle)}`,
          ...(undoableUntil ? [`undo until ${formatShortDate(undoableUntil)}`] : []),
        ].join(' · ')}
      </p>
      <p role="status" className="mt-4 font-semibold">
        {IMPORT_STATE_NAMES[state]}
      </p>
      {isPaused && (
        <p className="mt-1 max-w-prose text-danger">
          {`Paused, because whoever started it can't moderate now. ${state === 'importing' ? 'Stop it, or wait.' : 'Discard it, or wait.'}`}
        </p>
      )}
      {failure !== null && <p className="mt-1 text-danger">{failure}</p>}
      {isWorking(state) && !isPaused && (
        <div className="mt-2 max-w-prose">
          <progress
            aria-label="Progress"
            className="block w-full accent-accent"
            {...(progress && { value: progress.done, max: Math.max(progress.total, 1) })}
          />
          <p className="mt-1 text-sm text-muted">
            {progress
              ? `${formatCount(progress.done)} of ${formatCount(progress.total)}`
              : 'This takes a few seconds.'}
          </p>
        </div>
      )}
      {!['reading', 'comparing', 'failed'].includes(state) && <p className="mt-1">{sayCounts(found)}</p>}
      {undone && <p className="mt-1">{sayUndone(undone)}</p>}
      {state === 'ready' && (
        <p className="mt-1 text-sm text-muted">
          {`Nothing is listed yet. The preview is kept for ${IMPORT_LIMITS.previewHours} hours.`}
        </p>
      )}
    </>
  );
}

type ImportActionsProps = { found: ImportDetails; onClose: () => void } & Pick<
  ReturnType<typeof useImport>,
  'isChanging' | 'start' | 'stop' | 'undo' | 'discard'
>;

function ImportActions({ found, isChanging, onClose, start, stop, undo, discard }: ImportActionsProps) {
  const [isAsked, setIsAsked] = useState(false);
  const { state, counts, undoableUntil } = found;
  const changes = counts.added + counts.updated;
  const isPreview = ['reading', 'comparing', 'ready', 'failed'].includes(state);
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {state === 'ready' && changes > 0 && (
        <Button look="primary" disabled={isChanging} onClick={() => void start()}>
          {`Import ${formatCount(changes)}`}
        </Button>
      )}
      {isPreview && (
        <Button disabled={isChanging} onClick={() => void discard(onClose)}>
          Discard
        </Button>
      )}
      {state === 'importing' && (
        <Button look="danger" disabled={isChanging} onClick={() => void stop()}>
          Stop
        </Button>
      )}
      {undoableUntil !== null && changes > 0 && (
        // The same button asks and undoes, so that it keeps the focus.
        <Button
          look="danger"
          disabled={isChanging}
          onClick={() => (isAsked ? void undo() : setIsAsked(true))}
        >
          {isAsked ? 'Yes, undo the import' : 'Undo the import'}
        </Button>
      )}
      {undoableUntil !== null && isAsked && <Button onClick={() => setIsAsked(false)}>Keep it</Button>}
    </div>
  );
}

function ImportEntries({ found }: { found: ImportDetails }) {
  const { id, state, counts } = found;
  const name = useId();
  const first = IMPORT_OUTCOMES.find((each) => counts[each] > 0) ?? 'added';
  const [chosen, setChosen] = useState<ImportOutcomeName>();
  const outcome = chosen ?? first;
  const { entries, list } = useImportEntries(id, outcome, state);
  const isPreview = state === 'ready';
  return (
    <section aria-labelledby="import-entries" className="mt-8">
      <h3 id="import-entries" className="text-lg font-bold">
        Entries
      </h3>
      <fieldset className="mt-3">
        <legend className="sr-only">Show</legend>
        <div className="flex flex-wrap gap-2">
          {IMPORT_OUTCOMES.map((each) => (
            <Choice
              key={each}
              type="radio"
              name={name}
              checked={each === outcome}
              onChange={() => setChosen(each)}
            >
              {`${OUTCOME_NAMES[each][isPreview ? 'preview' : 'result']} ${formatCount(counts[each])}`}
            </Choice>
          ))}
        </div>
      </fieldset>
      <ModeratorList
        name="entries"
        isAnnounced={false}
        list={list}
        items={entries}
        className=""
        empty={
          <EmptyState icon="check" title="None">
            No entry of this list is here.
          </EmptyState>
        }
      >
        {(entry) => <EntryItem key={entry.position} entry={entry} found={found} />}
      </ModeratorList>
      {entries && !list.hasMore && counts[outcome] > entries.length && (
        <p className="mt-4 text-sm text-muted">
          {`Only the first ${formatCount(IMPORT_LIMITS.skippedMax)} skipped lines are kept.`}
        </p>
      )}
    </section>
  );
}

function EntryItem({ entry, found }: { entry: ImportEntry; found: ImportDetails }) {
  const { line, product, reason, notes, changes } = entry;
  return (
    <li className="border-b border-line py-3 wrap-anywhere">
      {product ? (
        <>
          <p className="font-semibold">
            <bdi>{product.name}</bdi>{' '}
            <span className="text-sm font-normal text-muted">
              <bdi>{product.url}</bdi>
            </span>
          </p>
          <p dir="auto" className="text-sm">
            {product.tagline}
          </p>
          <p className="text-sm text-muted">
            {[`line ${formatCount(line)}`, product.tags.join(', ')].join(' · ')}
          </p>
        </>
      ) : (
        <p className="font-semibold">{`Line ${formatCount(line)}`}</p>
      )}
      {changes.length > 0 && (
        <p className="text-sm">{`Changes: ${changes.map((change) => changeName(change, found)).join(', ')}`}</p>
      )}
      {reason !== null && <p className="text-sm text-danger">{sayReason(reason)}</p>}
      {notes.map((note) => (
        <p key={note} className="text-sm text-muted">
          {note}
        </p>
      ))}
    </li>
  );
}
