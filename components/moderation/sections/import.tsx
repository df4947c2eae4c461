import { type SubmitEvent, useId, useState } from 'react';
import { ModeratorList, sayWhenAndWho, TEXT_LINK } from '@/components/moderation/moderator-list';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Field, FieldError } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { Spinner } from '@/components/ui/spinner';
import { useImports, useNewImport, useOpenImport } from '@/hooks/use-imports';
import { readFormFields } from '@/lib/browser/window';
import { isForBrowser } from '@/lib/browser/keys';
import { IMPORT_LIMITS, type ImportOverview } from '@/lib/contract/import';
import { formatCount, formatTimeAgo } from '@/lib/format/figures';
import { ImportDetailsView } from '@/components/moderation/imports/import-details';
import { IMPORT_STATE_NAMES, sayCounts, sayUndone } from '@/components/moderation/imports/import-labels';
import { t } from '@/lib/texts/texts';

export default function Imports() {
  const { openId, open } = useOpenImport();
  if (openId !== undefined) return <ImportDetailsView key={openId} id={openId} onClose={() => open()} />;
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        {t(
          'imports.about',
          'Brings the {nouns} of another list here. You see what would change before anything does, and can undo the whole import for {undoDays} days.',
          { undoDays: IMPORT_LIMITS.undoDays },
        )}
      </p>
      <ImportSource onCreated={open} />
      <EarlierImports onOpen={open} />
    </>
  );
}

function EarlierImports({ onOpen }: { onOpen: (id: string) => void }) {
  const { imports, list } = useImports();
  return (
    <section aria-labelledby="earlier-imports" className="mt-10">
      <h2 id="earlier-imports" className="text-lg font-bold">
        {t('imports.earlier', 'Earlier imports' /* heading of a list */)}
      </h2>
      <ModeratorList
        failed={t('imports.notLoaded', "We couldn't load the imports")}
        showing={(count) =>
          t('imports.showing', 'Showing {count, plural, one {# import} other {# imports}}.', { count })
        }
        list={list}
        items={imports}
        empty={
          <EmptyState title={t('imports.none', 'No imports yet')}>
            {t('imports.noneYet', 'Choose a file or a link above to begin.')}
          </EmptyState>
        }
      >
        {(found) => <ImportItem key={found.id} found={found} onOpen={() => onOpen(found.id)} />}
      </ModeratorList>
    </section>
  );
}

function ImportItem({ found, onOpen }: { found: ImportOverview; onOpen: () => void }) {
  const { id, sourceName, state, moderatorHandle, createdAt, entryCount, undone, undoableUntil } = found;
  return (
    <li className="rounded-card border border-line p-5">
      <h3 className="font-semibold wrap-anywhere">
        <a
          href={`/moderation/import?id=${id}`}
          className={TEXT_LINK}
          onClick={(event) => {
            if (isForBrowser(event)) return;
            event.preventDefault();
            onOpen();
          }}
        >
          <bdi>{sourceName}</bdi>
        </a>
      </h3>
      <p className="mt-1 text-sm text-muted">
        {[
          IMPORT_STATE_NAMES[state],
          sayWhenAndWho(formatTimeAgo(createdAt), moderatorHandle),
          t('imports.entryCount', '{entryCount, plural, one {# entry} other {# entries}}', { entryCount }),
          ...(undoableUntil
            ? [t('imports.undoable', 'can be undone' /* beside other facts of an import */)]
            : []),
        ].join(' · ')}
      </p>
      {!['reading', 'comparing', 'failed'].includes(state) && (
        <p className="mt-1 text-sm">{undone ? sayUndone(undone) : sayCounts(found)}</p>
      )}
    </li>
  );
}

function ImportSource({ onCreated }: { onCreated: (id: string) => void }) {
  return (
    <div className="mt-6 grid gap-6 sm:grid-cols-2">
      <FileForm onCreated={onCreated} />
      <LinkForm onCreated={onCreated} />
    </div>
  );
}

const box = 'flex flex-col gap-4 rounded-card border border-line p-5';

function FileForm({ onCreated }: { onCreated: (id: string) => void }) {
  const id = useId();
  const { isSending, failure, upload } = useNewImport(onCreated);
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!file) return setProblem(t('field.chooseFile', 'Choose a file.' /* the form was sent without one */));
    if (file.size > IMPORT_LIMITS.bytesMax) {
      return setProblem(
        t('imports.fileTooLarge', 'This file is larger than 5 MB. Split it, or import it at the terminal.'),
      );
    }
    setProblem(undefined);
    void upload(file);
  }

  return (
    <form noValidate onSubmit={send} className={box}>
      <div>
        <label htmlFor={id} className="mb-1.5 block font-semibold">
          {t('imports.file', 'File' /* a field */)}
        </label>
        <input
          id={id}
          type="file"
          name="file"
          aria-invalid={(problem ?? failure) ? true : undefined}
          accept=".md,.markdown,.html,.htm,.csv,.tsv,.json,.jsonl,.ndjson,.yml,.yaml,.toml,.opml,.txt"
          aria-describedby={`${id}-hint ${id}-error`}
          className="field py-2"
          onChange={({ target }) => {
            setFile(target.files?.[0]);
            setProblem(undefined);
          }}
        />
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {t(
            'imports.fileHint',
            'An awesome list (Markdown), CSV, JSON, YAML, TOML, OPML or exported bookmarks. At most 5 MB and {entriesMax} entries.',
            { entriesMax: formatCount(IMPORT_LIMITS.entriesMax) },
          )}
        </p>
        <FieldError id={`${id}-error`} error={problem ?? failure?.message} />
      </div>
      <Button type="submit" look="primary" aria-disabled={isSending} className="self-start">
        <span>{t('imports.previewFile', 'Preview the file')}</span>
        {isSending && <Spinner />}
      </Button>
    </form>
  );
}

function LinkForm({ onCreated }: { onCreated: (id: string) => void }) {
  const list = useNewImport(onCreated);
  const kept = useKeptForm('import link');

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void kept.untilSent(list.fetch(readFormFields(event.currentTarget, ['url']).url));
  }

  return (
    <form noValidate onSubmit={send} className={box}>
      <Field
        label={t('imports.link', 'Link' /* a field: where the list is on the web */)}
        name="url"
        keptAs="import link/url"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://github.com/owner/list"
        hint={t('imports.linkHint', 'A repository at GitHub, whose README is read, or a file on the web.')}
        error={list.failure?.fields.url ?? list.failure?.message}
      />
      <Button type="submit" look="primary" aria-disabled={list.isSending} className="self-start">
        <span>{t('imports.previewLink', 'Preview the link')}</span>
        {list.isSending && <Spinner />}
      </Button>
    </form>
  );
}
