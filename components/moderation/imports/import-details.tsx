import { Fragment, useEffect, useRef, useState } from 'react';
import { NotLoaded, sayWhenAndWho } from '@/components/moderation/moderator-list';
import { Button } from '@/components/ui/button';
import { isWorking, useImport } from '@/hooks/use-imports';
import { IMPORT_LIMITS, type ImportDetails, type ImportMapping } from '@/lib/contract/import';
import { sayLinks } from '@/lib/contract/import-words';
import { formatCount, formatShortDate, formatTimeAgo } from '@/lib/format/figures';
import { IMPORT_STATE_NAMES, progressOf, sayCounts, sayUndone } from './import-labels';
import { ImportEntries } from './import-entries';
import { ImportMappingForm } from './import-mapping';
import { PrivateChoice } from './import-private';
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
          sayWhenAndWho(formatTimeAgo(createdAt), moderatorHandle),
          ...(undoableUntil
            ? [
                t('action.undoUntil', 'undo until {day}' /* beside when an import was made */, {
                  day: formatShortDate(undoableUntil),
                }),
              ]
            : []),
        ].join(' · ')}
      </p>
      <p role="status" className="mt-4 font-semibold">
        {IMPORT_STATE_NAMES[state]}
      </p>
      {isPaused && (
        <p className="mt-1 max-w-prose text-danger">
          {state === 'importing'
            ? t(
                'importDetails.importPaused',
                "Paused, because its creator can't moderate now. Stop it, or wait.",
              )
            : t(
                'importDetails.previewPaused',
                "Paused, because its creator can't moderate now. Discard it, or wait.",
              )}
        </p>
      )}
      {failure !== null && <p className="mt-1 text-danger">{failure}</p>}
      {isWorking(state) && !isPaused && (
        <div className="mt-2 max-w-prose">
          <progress
            aria-label={t('importDetails.progress', 'Progress' /* of an import */)}
            className="block w-full accent-accent"
            {...(progress && { value: progress.done, max: Math.max(progress.total, 1) })}
          />
          <p className="mt-1 text-sm text-muted">
            {progress
              ? t('importDetails.doneOfTotal', '{done} of {total}', {
                  done: formatCount(progress.done),
                  total: formatCount(progress.total),
                })
              : t('importDetails.takesSeconds', 'This takes a few seconds.')}
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
            'importDetails.previewKept',
            'Nothing is listed yet. The preview is kept for {hours, plural, one {# hour} other {# hours}}.',
            { hours: IMPORT_LIMITS.previewHours },
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
          {t(
            'importDetails.start',
            '{count, plural, other {Import #}}' /* entries that are new or changed */,
            { count: changes },
          )}
        </Button>
      )}
      {isPreview && (
        <Button aria-disabled={isChanging} onClick={() => void discard(onClose)}>
          {t('importDetails.discard', 'Discard' /* the preview */)}
        </Button>
      )}
      {state === 'importing' && (
        <Button look="danger" aria-disabled={isChanging} onClick={() => void stop()}>
          {t('importDetails.stop', 'Stop' /* the import */)}
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
            ? t('importDetails.undoSurely', 'Yes, undo the import')
            : t('importDetails.undo', 'Undo the import')}
        </Button>
      )}
      {undoableUntil !== null && isAsked && (
        <Button onClick={() => setIsAsked(false)}>
          {t('importDetails.keep', 'Keep it' /* and undo nothing */)}
        </Button>
      )}
    </div>
  );
}
