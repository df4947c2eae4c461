import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { Chip } from '@/components/ui/chip';
import { FieldError } from '@/components/ui/field';
import { useTextKeeper } from '@/components/ui/kept-text';
import { OptionList } from '@/components/ui/option-list';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useTagCombobox } from '@/hooks/submissions/use-tag-combobox';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import type { CountedTag } from '@/lib/contract/tag';
import { formatCount } from '@/lib/format/figures';

type TagFieldProps = {
  tags: readonly string[];
  /** Keeps the tags for this tab: see `Field`. */
  keptAs?: string;
  error?: string;
  onChange: (tags: string[]) => void;
};

const { tagsMax } = PRODUCT_LIMITS;

/** Up to five tags as chips, and a field with suggestions that adds more. */
export function TagField({ tags, keptAs, error, onChange }: TagFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);

  const keeper = useTextKeeper();
  const isChanged = useRef(false);

  const putBack = useEffectEvent((keptKey: string) => {
    const kept = keeper?.read(keptKey);
    if (isChanged.current) keeper?.write(keptKey, tags.join('\n'));
    else if (kept !== undefined) onChange(kept.split('\n').filter(Boolean));
  });
  useEffect(() => {
    if (keptAs !== undefined) putBack(keptAs);
  }, [keeper, keptAs]);

  function change(changed: string[]): void {
    isChanged.current = true;
    if (keptAs !== undefined) keeper?.write(keptAs, changed.join('\n'));
    onChange(changed);
  }

  const { options, isOpen, isFull, announcement, remove, fieldProps, listProps, optionProps } =
    useTagCombobox(tags, change);

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
        <span className="text-sm text-muted">{`${tags.length} of ${tagsMax}`}</span>
      </div>
      <div className="relative">
        <div
          className={`flex min-h-target-thumb flex-wrap items-center gap-1.5 rounded-control border bg-raised px-1.5 py-1.25 transition-colors hover:border-muted focus-within:border-accent has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent ${error ? 'border-danger' : 'border-edge'}`}
        >
          <ul aria-label="Chosen tags" className="contents">
            {tags.map((tag) => (
              <Chip
                key={tag}
                name={tag}
                size="small"
                className="max-w-full border-line bg-surface font-[550]"
                onRemove={() => removeChip(tag)}
              />
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
            // With five tags, there is no room for a line to type in.
            className="h-target-small min-w-12 flex-1 px-1.5 outline-none pointer-coarse:text-md read-only:w-0 read-only:min-w-0 read-only:px-0"
            maxLength={400}
          />
        </div>
        {isOpen && (
          <OptionList
            label="Suggested tags"
            options={options}
            listProps={listProps}
            optionProps={optionProps}
            optionClassName="min-h-target-row justify-between pointer-coarse:min-h-target-thumb"
          >
            {(option) => <TagOption {...option} />}
          </OptionList>
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
