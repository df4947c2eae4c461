import { useId, type InputHTMLAttributes, type TextareaHTMLAttributes } from 'react';
import { Icon } from './icon';

const box =
  'w-full rounded-control border bg-raised px-3 text-base text-ink placeholder:text-muted transition-colors hover:border-muted focus:border-accent focus-visible:outline-offset-0';

/** The classes of a text field that has no visible label of its own. */
export const fieldClasses = (hasError = false) => `${box} ${hasError ? 'border-danger' : 'border-edge'}`;

type Shared = { label: string; hint?: string; error?: string };

type FieldProps = Shared &
  (
    | ({ multiline?: false } & InputHTMLAttributes<HTMLInputElement>)
    | ({ multiline: true } & TextareaHTMLAttributes<HTMLTextAreaElement>)
  );

/** A labelled text field; hint and error are tied to it, the error is announced. */
export function Field({ label, hint, error, ...input }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const shared = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  } as const;

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      {input.multiline ? (
        <textarea
          {...withoutMultiline(input)}
          {...shared}
          className={`${fieldClasses(Boolean(error))} min-h-36 py-2.5`}
        />
      ) : (
        <input {...withoutMultiline(input)} {...shared} className={`${fieldClasses(Boolean(error))} h-11`} />
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      <p
        id={`${id}-error`}
        role="alert"
        className={error ? 'mt-1.5 flex items-center gap-1.5 text-sm text-danger' : undefined}
      >
        {error && (
          <>
            <Icon name="alert" className="size-4" />
            {error}
          </>
        )}
      </p>
    </div>
  );
}

function withoutMultiline<Props extends { multiline?: boolean }>({ multiline: _, ...rest }: Props) {
  return rest;
}
