import { type ReactNode, useId } from 'react';
import { Field, FieldError } from '@/components/ui/field';
import type { FieldControl, FormField } from '@/lib/contract/field';

type Value = string | string[];
type DeclaredFieldProps = {
  field: FormField;
  value: Value;
  error?: string;
  onChange: (value: Value) => void;
};

/** The control of a field that the site declares. The type of the field decides which one it is. */
export function DeclaredField({ field, value, error, onChange }: DeclaredFieldProps) {
  const { label, help, isRequired, control } = field;
  const id = useId();
  const isInvalid = error ? true : undefined;
  const description = [help && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const optional = isRequired ? null : <span className="font-normal text-muted">(optional)</span>;

  switch (control.kind) {
    case 'line':
    case 'day':
      return (
        <Field
          label={label}
          hint={help}
          error={error}
          value={String(value)}
          required={isRequired}
          isOptional={!isRequired}
          aside={'unit' in control && <span className="text-sm text-muted">{control.unit}</span>}
          onChange={({ target }) => onChange(target.value)}
          {...inputOf(control)}
        />
      );
    case 'one-of':
      return (
        <div>
          <label htmlFor={id} className="mb-1.5 block font-semibold">
            <span>{`${label} `}</span>
            {optional}
          </label>
          <select
            id={id}
            value={String(value)}
            required={isRequired}
            aria-invalid={isInvalid}
            aria-describedby={description}
            className="field h-target-thumb"
            onChange={({ target }) => onChange(target.value)}
          >
            <option value="">{isRequired ? 'Choose one' : 'Not known'}</option>
            {control.choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
          <Below id={id} help={help} error={error} />
        </div>
      );
    case 'some-of': {
      const chosen = typeof value === 'string' ? [] : value;
      const toggle = (choice: string) =>
        onChange(chosen.includes(choice) ? chosen.filter((each) => each !== choice) : [...chosen, choice]);
      return (
        <fieldset aria-describedby={description} data-invalid={isInvalid} tabIndex={isInvalid && -1}>
          <legend className="mb-1.5 font-semibold">
            <span>{`${label} `}</span>
            {optional}
          </legend>
          <div className="flex flex-wrap gap-2">
            {control.choices.map((choice) => (
              <label
                key={choice.value}
                className="inline-flex min-h-target cursor-pointer items-center gap-2 rounded-control border border-edge bg-surface px-3 hover:border-muted has-checked:border-accent has-checked:bg-tint pointer-coarse:min-h-target-thumb"
              >
                <input
                  type="checkbox"
                  className="size-5 accent-accent"
                  checked={chosen.includes(choice.value)}
                  onChange={() => toggle(choice.value)}
                />
                <span>{choice.label}</span>
              </label>
            ))}
          </div>
          <Below id={id} help={help} error={error} />
        </fieldset>
      );
    }
  }
}

function Below({ id, help, error }: { id: string; help?: string; error?: string }): ReactNode {
  return (
    <>
      {help && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {help}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </>
  );
}

type LineControl = Extract<FieldControl, { kind: 'line' | 'day' }>;

function inputOf(control: LineControl) {
  if (control.kind === 'day') return { type: 'date' } as const;
  const { inputMode, placeholder } = control;
  return { inputMode, placeholder, autoComplete: 'off', spellCheck: false } as const;
}
