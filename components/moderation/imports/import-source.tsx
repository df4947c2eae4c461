import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, FieldError } from '@/components/ui/field';
import { Spinner } from '@/components/ui/spinner';
import { useNewImport } from '@/hooks/use-imports';
import { readFormFields } from '@/lib/browser/document';
import { IMPORT_LIMITS } from '@/lib/contract/import';
import { formatCount } from '@/lib/format/figures';

/** Chooses what to import: a file, or a list on the web. */
export function ImportSource({ onCreated }: { onCreated: (id: string) => void }) {
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
    if (!file) return setProblem('Choose a file.');
    if (file.size > IMPORT_LIMITS.bytesMax) {
      return setProblem('This file is larger than 5 MB. Split it, or import it at the terminal.');
    }
    setProblem(undefined);
    void upload(file);
  }

  return (
    <form noValidate onSubmit={send} className={box}>
      <div>
        <label htmlFor={id} className="mb-1.5 block font-semibold">
          File
        </label>
        <input
          id={id}
          type="file"
          name="file"
          aria-invalid={(problem ?? failure) ? true : undefined}
          accept=".md,.markdown,.html,.htm,.csv,.tsv,.json,.jsonl,.ndjson,.txt"
          aria-describedby={`${id}-hint ${id}-error`}
          className="field py-2"
          onChange={({ target }) => {
            setFile(target.files?.[0]);
            setProblem(undefined);
          }}
        />
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {`An awesome list (Markdown), CSV, JSON, JSON Lines or exported bookmarks. At most 5 MB and ${formatCount(IMPORT_LIMITS.entriesMax)} entries.`}
        </p>
        <FieldError id={`${id}-error`} error={problem ?? failure?.message} />
      </div>
      <Button type="submit" look="primary" disabled={isSending} className="self-start">
        <span>Preview the file</span>
        {isSending && <Spinner />}
      </Button>
    </form>
  );
}

function LinkForm({ onCreated }: { onCreated: (id: string) => void }) {
  const list = useNewImport(onCreated);

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void list.fetch(readFormFields(event.currentTarget, ['url']).url);
  }

  return (
    <form noValidate onSubmit={send} className={box}>
      <Field
        label="Link"
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://github.com/owner/list"
        hint="A repository at GitHub, whose README is read, or a file on the web."
        error={list.failure?.fields.url ?? list.failure?.message}
      />
      <Button type="submit" look="primary" disabled={list.isSending} className="self-start">
        <span>Preview the link</span>
        {list.isSending && <Spinner />}
      </Button>
    </form>
  );
}
