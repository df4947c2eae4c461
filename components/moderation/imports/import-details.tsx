import { Fragment, useEffect, useRef, useState } from 'react';
import { describeAuthor, NotLoaded } from '@/components/moderation/moderator-list';
import { Button } from '@/components/ui/button';
import { isWorking, useImport } from '@/hooks/use-imports';
import { IMPORT_LIMITS, type ImportDetails, type ImportMapping } from '@/lib/contract/import';
import { sayLinks } from '@/lib/contract/import-words';
import { formatCount, formatShortDate, formatTimeAgo } from '@/lib/format/figures';
import { IMPORT_STATE_NAMES, progressOf, sayCounts, sayUndone } from './import-labels';
import { ImportEntries } from './import-entries';
import { ImportMappingForm, PrivateChoice } from './import-mapping';
import { t } from '@/lib/texts/texts';

export function ImportDetailsView({ id, onClose }: { id: string; onClose: () => void }) {
  const { found, error, refresh, ...list } = useImport(id);
  const heading = useRef<HTMLHeadingElement>(null);
  const save = (mapping: ImportMapping) => void list.map(mapping);
  const isLoaded = found !== undefined;
  useEffect(() => {
    if (isLoaded) heading.current?.focus();
  }, [isLoaded]);

  return (
    <section aria-labelledby={found && 'import'} className="mt-2">
      {!found && (
        <NotLoaded
          failed={t('importDetails.notLoaded', "We couldn't load the import")}
          error={error}
          onRetry={refresh}
          className="h-48"
        />
      )}
      {found && (
        <>
          <h2 id="import" ref={heading} tabIndex={-1} className="text-lg font-bold wrap-anywhere">
            <bdi>{found.sourceName}</bdi>
          </h2>
          <ImportState found={found} />
          <ImportActions found={found} onClose={onClose} {...list} />
          {(found.state === 'ready' || found.state === 'failed') && (
            <Fragment key={JSON.stringify(found.mapping)}>
              <PrivateChoice found={found} isSaving={list.isChanging} onSave={save} />
              <ImportMappingForm found={found} isSaving={list.isChanging} onSave={save} />
            </Fragment>
          )}
          {found.hasEntries && !isWorking(found.state) && found.state !== 'failed' && (
            <ImportEntries found={found} />
          )}
        </>
      )}
      <p className="mt-10">
        <Button onClick={onClose}>{t('importDetails.allImports', 'All imports')}</Button>
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
          {t(
            'importDetails.pausedBecauseItsCreator',
            "Paused, because its creator can't moderate now. {hasState, select, true {Stop it, or wait.} other {Discard it, or wait.}}",
            { hasState: state === 'importing' },
          )}
        </p>
      )}
      {failure !== null && <p className="mt-1 text-danger">{failure}</p>}
      {isWorking(state) && !isPaused && (
        <div className="mt-2 max-w-prose">
          <progress
            aria-label={t('importDetails.progress', 'Progress')}
            className="block w-full accent-accent"
            {...(progress && { value: progress.done, max: Math.max(progress.total, 1) })}
          />
          <p className="mt-1 text-sm text-muted">
            {progress
              ? t('importDetails.doneOfTotal', '{done} of {total}', {
                  done: formatCount(progress.done),
                  total: formatCount(progress.total),
                })
              : t('importDetails.thisTakesAFew', 'This takes a few seconds.')}
          </p>
        </div>
      )}
      {!['reading', 'comparing', 'failed'].includes(state) && <p className="mt-1">{sayCounts(found)}</p>}
      {state !== 'reading' && state !== 'failed' && found.found?.links && (
        <p className="mt-1 text-sm text-muted">{sayLinks(found.found.links)}</p>
      )}
      {undone && <p className="mt-1">{sayUndone(undone)}</p>}
      {state === 'ready' && (
        <p className="mt-1 text-sm text-muted">
          {t(
            'importDetails.nothingIsListedYet',
            'Nothing is listed yet. The preview is kept for {previewHours} hours.',
            { previewHours: IMPORT_LIMITS.previewHours },
          )}
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
        <Button look="primary" aria-disabled={isChanging} onClick={() => void start()}>
          {t('importDetails.importChanges', 'Import {changes}', { changes: formatCount(changes) })}
        </Button>
      )}
      {isPreview && (
        <Button aria-disabled={isChanging} onClick={() => void discard(onClose)}>
          {t('importDetails.discard', 'Discard')}
        </Button>
      )}
      {state === 'importing' && (
        <Button look="danger" aria-disabled={isChanging} onClick={() => void stop()}>
          {t('importDetails.stop', 'Stop')}
        </Button>
      )}
      {undoableUntil !== null && changes > 0 && (
        // The same button asks and undoes, so that it keeps the focus.
        <Button
          look="danger"
          aria-disabled={isChanging}
          onClick={() => (isAsked ? void undo() : setIsAsked(true))}
        >
          {isAsked
            ? t('importDetails.yesUndoTheImport', 'Yes, undo the import')
            : t('importDetails.undoTheImport', 'Undo the import')}
        </Button>
      )}
      {undoableUntil !== null && isAsked && (
        <Button onClick={() => setIsAsked(false)}>{t('importDetails.keep', 'Keep it')}</Button>
      )}
    </div>
  );
}
