import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { ProductMark } from '@/components/layout/product-mark';
import { Chip } from '@/components/ui/chip';
import { FieldError } from '@/components/ui/field';
import { OptionList } from '@/components/ui/option-list';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useCombobox } from '@/hooks/use-combobox';
import { useSearch } from '@/hooks/use-search';
import { keyOf } from '@/lib/browser/keys';

/** How many of the best matches are offered. */
const OPTIONS_MAX = 6;

export type PickedProduct = { id: string; slug: string; name: string };

type ProductPickerProps = {
  label: string;
  hint?: string;
  error?: string;
  picked: readonly PickedProduct[];
  pickedMax: number;
  /** Products that can't be picked. */
  excludedIds?: readonly string[];
  onChange: (picked: PickedProduct[]) => void;
};

/** A field that searches as the person types, and the products that were picked so far. */
export function ProductPicker({
  label,
  hint,
  error,
  picked,
  pickedMax,
  excludedIds = [],
  onChange,
}: ProductPickerProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const { hits, isEmpty, isLoading } = useSearch(query, { hitsPerPage: OPTIONS_MAX + pickedMax });
  const isFull = picked.length >= pickedMax;
  const isOffered = (hit: { id: string }) =>
    !excludedIds.includes(hit.id) && !picked.some((product) => product.id === hit.id);
  const options = isFull ? [] : hits.filter(isOffered).slice(0, OPTIONS_MAX);

  const { active, isOpen, close, fieldProps, listProps, optionProps } = useCombobox({
    kind: 'popup',
    options,
    areOutdated: isLoading,
    onType: setQuery,
    onSelect: ({ id, title, url }) => {
      setQuery('');
      onChange([...picked, { id, name: title, slug: decodeURIComponent(url.split('/').at(-1) ?? '') }]);
      setAnnouncement(`Added ${title}.`);
    },
  });

  function remove({ id, name }: PickedProduct): void {
    onChange(picked.filter((product) => product.id !== id));
    setAnnouncement(`Removed ${name}.`);
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    fieldProps.onKeyDown(event);
    // Without an active option, Enter must not send half a form.
    if (keyOf(event) === 'Enter' && !active && query !== '') event.preventDefault();
  }

  return (
    <div>
      <label htmlFor={`${id}-field`} className="mb-1.5 block font-semibold">
        {label}
      </label>
      {picked.length > 0 && (
        <ul aria-label={`Chosen for: ${label}`} className="mb-2 flex flex-wrap gap-1.5">
          {picked.map((product) => (
            <Chip
              key={product.id}
              name={product.name}
              className="max-w-full border-line bg-surface font-semibold"
              onRemove={() => remove(product)}
            />
          ))}
        </ul>
      )}
      <div className="relative">
        <input
          ref={field}
          id={`${id}-field`}
          {...fieldProps}
          value={query}
          onKeyDown={onKeyDown}
          onBlur={close}
          disabled={isFull}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          className="field h-target-thumb disabled:opacity-60"
          maxLength={200}
        />
        {isOpen && (
          <OptionList
            label={label}
            options={options}
            listProps={listProps}
            optionProps={optionProps}
            optionClassName="min-h-target-thumb"
          >
            {(option) => (
              <>
                <ProductMark product={{ name: option.title, iconURL: option.imageURL }} size="menu" isEager />
                <span dir="auto" className="min-w-0 truncate">
                  {option.title}
                </span>
              </>
            )}
          </OptionList>
        )}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        {isFull ? `${pickedMax} at most. Remove one to add another.` : isEmpty ? 'Nothing found.' : hint}
      </p>
      <FieldError id={`${id}-error`} error={error} />
      <VisuallyHidden live>{announcement || (isEmpty ? 'Nothing found.' : '')}</VisuallyHidden>
    </div>
  );
}
