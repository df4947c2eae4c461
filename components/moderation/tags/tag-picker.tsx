import { type KeyboardEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { fieldClasses } from '@/components/ui/field';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useCombobox } from '@/hooks/use-combobox';
import { useTagChoices } from '@/hooks/use-curated-tags';
import type { CuratedTag } from '@/lib/contract/tag-curation';
import { formatCount } from '@/lib/format/figures';

const OPTIONS_MAX = 8;

type TagPickerProps = {
  label: string;
  hint: string;
  /** A tag that can't be picked. */
  exceptId: string;
  /** What the button does with the picked tag. */
  action: string;
  look?: 'danger';
  disabled: boolean;
  onPick: (tag: CuratedTag) => void;
};

/** A field that finds a tag as the moderator types, and a button that does something with it. */
export function TagPicker({ label, hint, exceptId, action, look, disabled, onPick }: TagPickerProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<CuratedTag>();
  const { choices, isLoading } = useTagChoices(picked ? '' : typed);
  const options = choices.filter((tag) => tag.id !== exceptId).slice(0, OPTIONS_MAX);
  const isEmpty = !picked && typed.trim() !== '' && !isLoading && options.length === 0;

  const { active, isOpen, close, fieldProps, listProps, optionProps } = useCombobox({
    kind: 'popup',
    options: picked ? [] : options,
    areOutdated: isLoading,
    onType(text) {
      setPicked(undefined);
      setTyped(text);
    },
    onSelect(tag) {
      setPicked(tag);
      setTyped(tag.name);
    },
  });

  function onKeyDown(event: KeyboardEvent): void {
    fieldProps.onKeyDown(event);
    if (event.key === 'Enter' && !active) event.preventDefault();
  }

  return (
    <div>
      <label htmlFor={`${id}-field`} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          id={`${id}-field`}
          {...fieldProps}
          value={typed}
          onKeyDown={onKeyDown}
          onBlur={close}
          aria-describedby={`${id}-hint`}
          className={`${fieldClasses()} h-target-thumb`}
          maxLength={80}
        />
        {isOpen && (
          <div
            {...listProps}
            aria-label={label}
            className="absolute inset-x-0 top-full z-20 mt-1 max-h-72 scroll-py-1.5 overflow-y-auto overscroll-contain rounded-card bg-surface p-1.5 [box-shadow:var(--float)]"
          >
            {options.map((option) => (
              <div
                key={option.id}
                {...optionProps(option)}
                className="flex min-h-target-thumb cursor-pointer items-center justify-between gap-3 rounded-control px-2.5 py-1 aria-selected:bg-raised"
              >
                <span dir="auto" className="min-w-0 truncate">
                  {option.name}
                </span>
                <span className="tag-count">{formatCount(option.productCount)}</span>
              </div>
            ))}
          </div>
        )}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        {isEmpty ? 'No tag begins with that.' : hint}
      </p>
      <VisuallyHidden live>{isEmpty ? 'No tag begins with that.' : ''}</VisuallyHidden>
      {picked && (
        <Button
          className="mt-2 max-w-full"
          look={look}
          size="small"
          disabled={disabled}
          onClick={() => onPick(picked)}
        >
          <span className="truncate">
            {action} {picked.name}
          </span>
        </Button>
      )}
    </div>
  );
}
