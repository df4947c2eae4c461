import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { FailedState } from '@/components/ui/failed-state';
import { useFields } from '@/hooks/submissions/use-submission-queries';
import type { SubmissionErrors } from '@/lib/submissions/submission-state';
import type { SubmissionValues } from '@/lib/submissions/submission-values';
import { DeclaredField } from './declared-field';

type DeclaredFieldsProps = {
  values: SubmissionValues['fields'];
  /** What the product's page states. */
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
      <FailedState title="We couldn't load all fields" onRetry={() => void tryAgain()}>
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
          <Button onClick={() => setIsOpened(true)}>Add details</Button>
          <p className="mt-1.5 text-sm text-muted">{`Optional: ${listOf(optional.map(({ label }) => label))}.`}</p>
        </div>
      )}
    </>
  );
}

const listOf = (labels: readonly string[]) => new Intl.ListFormat('en').format(labels);

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
        The page says{' '}
        <span dir="auto" className="font-semibold text-ink">
          {String(value)}
        </span>
      </span>
      <Button
        size="small"
        onClick={({ currentTarget }) => {
          // The button goes away.
          currentTarget.closest('div')?.querySelector<HTMLElement>('input, select')?.focus();
          onAccept(value);
        }}
      >
        Use it<span className="sr-only">{` for ${label}`}</span>
      </Button>
    </p>
  );
}
