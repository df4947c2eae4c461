import { type ComponentProps, useId } from 'react';
import type { Elements } from './elements';
import { Icon } from './icon';
import { useKeptText } from './kept-text';
import { VisuallyHidden } from './visually-hidden';
import { t } from '@/lib/texts/texts';

type Shared = {
  label: string;
  hint?: string;
  error?: string;
  isOptional?: boolean;
  aside?: Elements;
  isLarge?: boolean;
  /** Keeps what is typed for this tab, under `<form>/<field>`. The form forgets it when it is sent. */
  keptAs?: string;
};

type FieldProps = Shared &
  (({ multiline?: false } & ComponentProps<'input'>) | ({ multiline: true } & ComponentProps<'textarea'>));

/** A labeled text field. Its hint and error describe it to screen readers, which announce a new error. */
export function Field({
  label,
  isOptional = false,
  hint,
  error,
  aside,
  isLarge = false,
  keptAs,
  ...input
}: FieldProps) {
  const id = useId();
  useKeptText(id, keptAs);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const shared = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  } as const;

  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-semibold">
          <span>{`${label} `}</span>
          {isOptional && (
            <span className="font-normal text-muted">
              {t('field.optional', '(optional)' /* beside the name of a field */)}
            </span>
          )}
        </label>
        {aside}
      </div>
      {input.multiline ? (
        <textarea {...withoutMultiline(input)} {...shared} className="field min-h-36 py-2.5" />
      ) : (
        <input
          {...withoutMultiline(input)}
          {...shared}
          className={`field ${isLarge ? 'h-14 text-lg' : 'h-target-thumb'}`}
        />
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

/** The error of a field. Screen readers announce it. */
export function FieldError({ id, error }: { id: string; error?: string }) {
  return (
    <p
      id={id}
      role="alert"
      className={error ? 'mt-1.5 flex items-start gap-1.5 text-sm text-danger' : undefined}
    >
      {error && (
        <>
          <Icon name="alert" className="mt-0.5 size-4" />
          <span>{error}</span>
        </>
      )}
    </p>
  );
}

function withoutMultiline<Props extends { multiline?: boolean }>({ multiline: _, ...rest }: Props) {
  return rest;
}

/** The share of the limit from which the counter shows. */
const shownFromShare = 0.8;
/** Screen readers hear about the limit once, when this many characters are left, and not at every keystroke. */
const announcedFromChars = 10;

/** Shows how many characters are left, once the text is near its limit. */
export function CharacterCounter({ charCount, charsMax }: { charCount: number; charsMax: number }) {
  const remaining = charsMax - charCount;
  if (remaining > charsMax * (1 - shownFromShare)) return null;
  return (
    <>
      <span aria-hidden="true" className={`text-sm ${remaining < 0 ? 'text-danger' : 'text-muted'}`}>
        {remaining < 0
          ? t('field.tooMany', '{count, plural, other {{count} too many}}' /* characters */, {
              count: -remaining,
            })
          : t('field.left', '{count, plural, other {{count} left}}' /* characters */, { count: remaining })}
      </span>
      <VisuallyHidden live>
        {remaining < 0
          ? t('field.tooLong', 'Too long.' /* what is typed into a field */)
          : remaining <= announcedFromChars
            ? t('field.almostFull', '10 characters or fewer left.')
            : ''}
      </VisuallyHidden>
    </>
  );
}
