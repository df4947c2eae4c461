import { useId, useRef } from 'react';
import { FieldError } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useTagCombobox } from '@/hooks/submissions/use-tag-combobox';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { TagOptions } from './tag-options';

type TagFieldProps = {
  tags: readonly string[];
  error?: string;
  onChange: (tags: string[]) => void;
};

const { tagsMax } = PRODUCT_LIMITS;

/** Up to five tags as chips, and a field with suggestions to add more. */
export function TagField({ tags, error, onChange }: TagFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const combobox = useTagCombobox(tags, onChange);
  const { typed, options, chosen, isOpen, isFull } = combobox;

  function removeChip(name: string): void {
    combobox.remove(name);
    field.current?.focus();
  }

  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <label htmlFor={`${id}-field`} className="font-semibold">
          Tags
        </label>
        <span className="text-sm text-muted tabular-nums">{`${tags.length} of ${tagsMax}`}</span>
      </div>
      <div className="relative">
        <div className={`tag-box ${error ? 'border-danger' : 'border-edge'}`}>
          <ul aria-label="Chosen tags" className="contents">
            {tags.map((tag) => (
              <li key={tag} className="tag-chip">
                <span dir="auto" className="truncate">
                  {tag}
                </span>
                <button type="button" aria-label={`Remove ${tag}`} onClick={() => removeChip(tag)}>
                  <Icon name="close" className="size-3.5" />
                </button>
              </li>
            ))}
          </ul>
          <input
            ref={field}
            id={`${id}-field`}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={`${id}-options`}
            aria-activedescendant={isOpen && chosen ? `${id}-${chosen.id}` : undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="done"
            readOnly={isFull}
            maxLength={400}
            value={typed}
            onChange={(event) => combobox.type(event.target.value)}
            onKeyDown={combobox.onKeyDown}
            onFocus={combobox.open}
            onClick={combobox.open}
            onBlur={combobox.leave}
          />
        </div>
        {isOpen && (
          <TagOptions
            id={`${id}-options`}
            optionId={(option) => `${id}-${option.id}`}
            options={options}
            chosen={chosen}
            choose={combobox.choose}
            add={(option) => combobox.add([option.name])}
          />
        )}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        {isFull
          ? 'Five is the most. Remove one to add another.'
          : 'One to five, the most fitting first. Enter or a comma adds one.'}
      </p>
      <FieldError id={`${id}-error`} error={error} />
      <VisuallyHidden live>{combobox.announcement}</VisuallyHidden>
    </div>
  );
}
