import { type KeyboardEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { OptionList } from '@/components/ui/option-list';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useCombobox } from '@/hooks/use-combobox';
import { useTagChoices } from '@/hooks/use-curated-tags';
import { keyOf } from '@/lib/browser/keys';
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
    if (keyOf(event) === 'Enter' && !active) event.preventDefault();
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
          className="field h-target-thumb"
          maxLength={80}
        />
        {isOpen && (
          <OptionList
            label={label}
            options={options}
            listProps={listProps}
            optionProps={optionProps}
            optionClassName="min-h-target-thumb justify-between"
          >
            {(option) => (
              <>
                <span dir="auto" className="min-w-0 truncate">
                  {option.name}
                </span>
                <span className="tag-count">{formatCount(option.productCount)}</span>
              </>
            )}
          </OptionList>
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
          <span className="truncate">{`${action} ${picked.name}`}</span>
        </Button>
      )}
    </div>
  );
}
