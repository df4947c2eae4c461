import { type KeyboardEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CharacterCounter, FieldError } from '@/components/ui/field';
import { useKeptText } from '@/components/ui/kept-text';
import { SanitizedHTML } from '@/components/ui/sanitized-html';
import { Skeleton } from '@/components/ui/skeleton';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useDescriptionPreview } from '@/hooks/submissions/use-submission-queries';
import { keyOf } from '@/lib/browser/keys';
import { countChars } from '@/lib/contract/plain/text';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type DescriptionFieldProps = {
  text: string;
  /** Keeps what is typed for this tab: see `Field`. */
  keptAs?: string;
  error?: string;
  onChange: (text: string) => void;
};

const TABS = [
  {
    tab: 'write',
    get label() {
      return t('descriptionField.write', 'Write' /* shows the field for the description */);
    },
  },
  {
    tab: 'preview',
    get label() {
      return t('descriptionField.preview', 'Preview' /* shows how the description will look */);
    },
  },
] as const;

/** A text field for Markdown, with a preview of it as the product page will show it. */
export function DescriptionField({ text, keptAs, error, onChange }: DescriptionFieldProps) {
  const id = useId();
  useKeptText(id, keptAs);
  const [chosen, setTab] = useState<'write' | 'preview'>('write');
  // An error can only be fixed in the text.
  const shown = error ? 'write' : chosen;

  function switchTab(event: KeyboardEvent): void {
    if (!['ArrowLeft', 'ArrowRight'].includes(keyOf(event))) return;
    event.preventDefault();
    const other = shown === 'write' ? 'preview' : 'write';
    setTab(other);
    document.getElementById(`${id}-${other}-tab`)?.focus();
  }

  return (
    <div>
      <div className="mb-1.5 flex items-end justify-between gap-4">
        <label htmlFor={id} className="font-semibold">
          {rich('descriptionField.label', 'Description <optional>(optional)</optional>', {
            optional: (text) => <span className="font-normal text-muted">{text}</span>,
          })}
        </label>
        <CharacterCounter charCount={countChars(text.trim())} charsMax={PRODUCT_LIMITS.descriptionCharsMax} />
        <div
          role="tablist"
          aria-label={t('product.description', 'Description')}
          className="ms-auto flex shrink-0 rounded-control bg-raised p-0.5"
          onKeyDown={switchTab}
        >
          {TABS.map(({ tab, label }) => (
            <button
              key={tab}
              id={`${id}-${tab}-tab`}
              type="button"
              role="tab"
              aria-selected={shown === tab}
              aria-controls={`${id}-${tab}`}
              tabIndex={shown === tab ? 0 : -1}
              className="min-h-7 rounded-control px-3 text-sm font-semibold text-muted hover:text-ink aria-selected:bg-surface aria-selected:text-ink aria-selected:outline-offset-0 pointer-coarse:min-h-target"
              onClick={() => setTab(tab)}
            >
              {label}
            </button>
          ))}
        </div>
      </div>
      <div id={`${id}-write`} role="tabpanel" aria-labelledby={`${id}-write-tab`} hidden={shown !== 'write'}>
        <textarea
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          className="field block min-h-48 resize-y py-2.5"
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      <div
        id={`${id}-preview`}
        role="tabpanel"
        aria-labelledby={`${id}-preview-tab`}
        tabIndex={0}
        hidden={shown !== 'preview'}
        className="min-h-48 rounded-control border border-line px-4 py-3"
      >
        {shown === 'preview' && <DescriptionPreview text={text} />}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        {t('descriptionField.markdown', 'Markdown: **bold**, *italic*, - lists, [links](https://…), `code`.')}
      </p>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

function DescriptionPreview({ text }: { text: string }) {
  const { html, error, isLoading, tryAgain } = useDescriptionPreview(text);
  if (text.trim() === '')
    return <p className="text-muted">{t('descriptionField.nothingToPreview', 'Nothing to preview yet.')}</p>;
  if (error) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="alert" className="text-danger">
          {error.message}
        </p>
        <Button onClick={tryAgain}>{t('action.tryAgain', 'Try again')}</Button>
      </div>
    );
  }
  if (isLoading || html === undefined) {
    return (
      <div className="flex flex-col gap-3">
        <VisuallyHidden live>{t('descriptionField.loading', 'Loading the preview …')}</VisuallyHidden>
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-5" />
        <Skeleton className="h-5 w-1/2" />
      </div>
    );
  }
  return (
    <>
      <h2 className="sr-only">{t('descriptionField.previewTitle', 'Preview of the description')}</h2>
      <SanitizedHTML html={html} />
    </>
  );
}
