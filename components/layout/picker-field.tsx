import { type HTMLAttributes, type KeyboardEvent, type ReactNode, type Ref, useId } from 'react';
import type { Elements } from '@/components/ui/elements';
import { FieldError } from '@/components/ui/field';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useCombobox } from '@/hooks/use-combobox';
import { keyOf } from '@/lib/browser/keys';

type OptionListProps<Option> = {
  label: string;
  options: readonly Option[];
  listProps: HTMLAttributes<HTMLDivElement>;
  optionProps: (option: Option) => HTMLAttributes<HTMLDivElement>;
  optionClassName: string;
  children: (option: Option) => ReactNode;
};

/** The options of a combobox, in a popup below its field. */
export function OptionList<Option extends { id: string }>({
  label,
  options,
  listProps,
  optionProps,
  optionClassName,
  children,
}: OptionListProps<Option>) {
  return (
    <div
      {...listProps}
      aria-label={label}
      className="absolute inset-x-0 top-full z-20 mt-1 max-h-72 scroll-py-1.5 overflow-y-auto overscroll-contain rounded-card bg-surface p-1.5 [box-shadow:var(--float)]"
    >
      {options.map((option) => (
        <div
          key={option.id}
          {...optionProps(option)}
          className={`flex cursor-pointer items-center gap-3 rounded-control px-2.5 py-1 aria-selected:bg-raised ${optionClassName}`}
        >
          {children(option)}
        </div>
      ))}
    </div>
  );
}

type PickerFieldProps<Option> = {
  ref?: Ref<HTMLInputElement>;
  label: string;
  hint?: string;
  error?: string;
  value: string;
  maxLength: number;
  /** Takes no text, because nothing more can be chosen. */
  isFull?: boolean;
  options: readonly Option[];
  /** The options belong to an earlier text. */
  areOutdated: boolean;
  onType: (text: string) => void;
  onSelect: (option: Option) => void;
  announcement: string;
  drawOption: (option: Option) => ReactNode;
  children?: Elements;
};

/** A field that offers what begins with, or is found by, what the person types. */
export function PickerField<Option extends { id: string }>(props: PickerFieldProps<Option>) {
  const { ref, label, hint, error, value, options, announcement, children, ...rest } = props;
  const id = useId();
  const { active, isOpen, close, fieldProps, listProps, optionProps } = useCombobox({
    kind: 'popup',
    options,
    areOutdated: rest.areOutdated,
    onType: rest.onType,
    onSelect: rest.onSelect,
  });

  function onKeyDown(event: KeyboardEvent): void {
    fieldProps.onKeyDown(event);
    // Without an active option, Enter must not send half a form.
    if (keyOf(event) === 'Enter' && !active && value !== '') event.preventDefault();
  }

  return (
    <div>
      <label htmlFor={`${id}-field`} className="mb-1.5 block font-semibold">
        {label}
      </label>
      {children}
      <div className="relative">
        <input
          ref={ref}
          id={`${id}-field`}
          {...fieldProps}
          value={value}
          onKeyDown={onKeyDown}
          onBlur={close}
          readOnly={rest.isFull}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          className="field h-target-thumb read-only:opacity-60"
          maxLength={rest.maxLength}
        />
        {isOpen && (
          <OptionList
            label={label}
            options={options}
            listProps={listProps}
            optionProps={optionProps}
            optionClassName="min-h-target-thumb"
          >
            {rest.drawOption}
          </OptionList>
        )}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        {hint}
      </p>
      <FieldError id={`${id}-error`} error={error} />
      <VisuallyHidden live>{announcement}</VisuallyHidden>
    </div>
  );
}
