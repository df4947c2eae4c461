import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Choice } from '@/components/ui/choice';
import { FailedState } from '@/components/ui/empty-state';
import { Field, FieldError } from '@/components/ui/field';
import { useFields } from '@/hooks/submissions/use-submission-queries';
import type { FieldControl, FormField } from '@/lib/contract/field';
import type { SubmissionErrors } from '@/lib/submissions/submission-state';
import type { SubmissionValues } from '@/lib/submissions/submission-values';
import { formatAll } from '@/lib/texts/lists';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type DeclaredFieldsProps = {
  values: SubmissionValues['fields'];
  suggestions: SubmissionValues['fields'];
  errors: SubmissionErrors;
  onChange: (values: SubmissionValues['fields']) => void;
};

/** The fields that the site declares: the required ones, and the others behind a button until they have a value. */
export function DeclaredFields({ values, suggestions, errors, onChange }: DeclaredFieldsProps) {
  const { fields, error, tryAgain } = useFields();
  const [isOpened, setIsOpened] = useState(false);
  const firstOptional = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (isOpened) firstOptional.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [isOpened]);
  const isFilled = (key: string) => (values[key]?.length ?? 0) > 0;
  const optional = fields.filter(({ isRequired }) => !isRequired);
  const isOpen =
    isOpened ||
    optional.some(({ key }) => isFilled(key) || key in suggestions || errors[`fields.${key}`] !== undefined);
  const shown = fields.filter(({ isRequired }) => isRequired || isOpen);

  if (error) {
    return (
      <FailedState
        title={t('fields.notAllLoaded', "We couldn't load all fields")}
        onRetry={() => void tryAgain()}
      >
        {error.message}
      </FailedState>
    );
  }
  return (
    <>
      {shown.map((field) => (
        <div key={field.key} ref={field === optional[0] ? firstOptional : undefined}>
          <DeclaredField
            field={field}
            value={values[field.key] ?? ''}
            error={errors[`fields.${field.key}`]}
            onChange={(value) => onChange({ ...values, [field.key]: value })}
          />
          <Suggestion
            label={field.label}
            value={isFilled(field.key) ? undefined : suggestions[field.key]}
            onAccept={(value) => onChange({ ...values, [field.key]: value })}
          />
        </div>
      ))}
      {!isOpen && optional.length > 0 && (
        <div>
          <Button onClick={() => setIsOpened(true)}>
            {t('fields.addDetails', 'Add details' /* shows the optional fields */)}
          </Button>
          <p className="mt-1.5 text-sm text-muted">
            {t('fields.optionalOnes', 'Optional: {labels}.', {
              labels: formatAll(optional.map(({ label }) => label)),
            })}
          </p>
        </div>
      )}
    </>
  );
}

type SuggestionProps = {
  label: string;
  value: string | string[] | undefined;
  onAccept: (value: string | string[]) => void;
};

/** What the page of the product states for an empty field. Nothing is filled in before the member accepts it. */
function Suggestion({ label, value, onAccept }: SuggestionProps) {
  if (value === undefined) return null;
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-2 text-sm text-muted">
      <span className="wrap-anywhere">
        {rich('fields.pageSays', 'The page says <value>{text}</value>' /* the page of the product's site */, {
          value: (text) => (
            <span dir="auto" className="font-semibold text-ink">
              {text}
            </span>
          ),
          text: String(value),
        })}
      </span>
      <Button
        size="small"
        onClick={({ currentTarget }) => {
          // The button goes away.
          currentTarget.closest('div')?.querySelector<HTMLElement>('input, select')?.focus();
          onAccept(value);
        }}
      >
        {rich('fields.useIt', 'Use it<hidden> for {label}</hidden>', {
          hidden: (text) => <span className="sr-only">{text}</span>,
          label,
        })}
      </Button>
    </p>
  );
}

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
  const optional = isRequired ? null : (
    <span className="font-normal text-muted">
      {t('field.optional', '(optional)' /* after the label of a field */)}
    </span>
  );

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
            <option value="">
              {isRequired
                ? t('fields.chooseOne', 'Choose one' /* of the values of a field */)
                : t('fields.notKnown', 'Not known' /* a field without a value */)}
            </option>
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
              <Choice
                key={choice.value}
                type="checkbox"
                checked={chosen.includes(choice.value)}
                onChange={() => toggle(choice.value)}
              >
                {choice.label}
              </Choice>
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
