import { useId, useRef } from 'react';
import { FieldError } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useTagCombobox } from '@/hooks/submissions/use-tag-combobox';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import type { CountedTag } from '@/lib/contract/tag';
import { formatCount } from '@/lib/format/figures';

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
  const { options, isOpen, isFull, announcement, remove, fieldProps, listProps, optionProps } =
    useTagCombobox(tags, onChange);

  function removeChip(name: string): void {
    remove(name);
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
            {...fieldProps}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
            enterKeyHint="done"
            readOnly={isFull}
            maxLength={400}
          />
        </div>
        {isOpen && (
          <div {...listProps} aria-label="Suggested tags" className="tag-options">
            {options.map((option) => (
              <div key={option.id} {...optionProps(option)}>
                <TagOption {...option} />
              </div>
            ))}
          </div>
        )}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        {isFull
          ? 'Five at most. Remove one to add another.'
          : '1–5 tags, best match first. Press Enter or comma to add one.'}
      </p>
      <FieldError id={`${id}-error`} error={error} />
      <VisuallyHidden live>{announcement}</VisuallyHidden>
    </div>
  );
}

function TagOption({ name, tag }: { name: string; tag?: CountedTag }) {
  if (!tag) {
    return (
      <span className="truncate">
        Create the tag “<bdi>{name}</bdi>”
      </span>
    );
  }
  return (
    <>
      <span dir="auto" className="truncate">
        {name}
      </span>
      <span className="tag-count">{formatCount(tag.productCount)}</span>
    </>
  );
}
