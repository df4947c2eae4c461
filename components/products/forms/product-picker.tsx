import { useRef, useState } from 'react';
import { ProductMark } from '@/components/layout/images';
import { PickerField } from '@/components/layout/picker-field';
import { Chip } from '@/components/ui/chip';
import { useKeptChoice } from '@/components/ui/kept-choice';
import { useSearch } from '@/hooks/use-search';
import { t } from '@/lib/texts/texts';

const OPTIONS_MAX = 6;

export type PickedProduct = { id: string; slug: string; name: string };

type ProductPickerProps = {
  label: string;
  hint?: string;
  error?: string;
  picked: readonly PickedProduct[];
  pickedMax: number;
  excludedIds?: readonly string[];
  /** Keeps the products for this tab: see `Field`. */
  keptAs?: string;
  onChange: (picked: PickedProduct[]) => void;
};

export function ProductPicker(props: ProductPickerProps) {
  const { label, hint, error, picked, pickedMax, excludedIds = [], keptAs } = props;
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const { hits, isEmpty, isFailed, isLoading } = useSearch(query, { hitsPerPage: OPTIONS_MAX + pickedMax });
  const keep = useKeptChoice(keptAs, textOf(picked), (kept) =>
    props.onChange(kept.split('\n').flatMap(parse)),
  );
  const nothing = isFailed
    ? t('productPicker.searchFailed', 'The search failed. Check your connection and type again.')
    : isEmpty
      ? t('productPicker.nothingFound', 'Nothing found.' /* by the search */)
      : '';
  const isFull = picked.length >= pickedMax;
  const isOffered = (hit: { id: string }) =>
    !excludedIds.includes(hit.id) && !picked.some((product) => product.id === hit.id);

  function change(changed: PickedProduct[]): void {
    keep(textOf(changed));
    props.onChange(changed);
  }

  function remove({ id, name }: PickedProduct): void {
    change(picked.filter((product) => product.id !== id));
    setAnnouncement(t('productPicker.removed', 'Removed {name}.' /* from the chosen products */, { name }));
    field.current?.focus();
  }

  return (
    <PickerField
      ref={field}
      label={label}
      hint={
        isFull
          ? t('productPicker.full', '{max} at most. Remove one to add another.', {
              max: pickedMax,
            })
          : nothing || hint
      }
      error={error}
      value={query}
      maxLength={200}
      isFull={isFull}
      options={isFull ? [] : hits.filter(isOffered).slice(0, OPTIONS_MAX)}
      areOutdated={isLoading}
      onType={setQuery}
      onSelect={({ id, title, url }) => {
        setQuery('');
        change([...picked, { id, name: title, slug: decodeURIComponent(url.split('/').at(-1) ?? '') }]);
        setAnnouncement(
          t('productPicker.added', 'Added {name}.' /* to the chosen products */, { name: title }),
        );
      }}
      announcement={announcement || nothing}
      drawOption={({ title, imageURL }) => (
        <>
          <ProductMark product={{ name: title, iconURL: imageURL }} size="menu" isEager />
          <span dir="auto" className="min-w-0 truncate">
            {title}
          </span>
        </>
      )}
    >
      {picked.length > 0 && (
        <ul
          aria-label={t('productPicker.chosenFor', 'Chosen for: {label}', { label })}
          className="mb-2 flex flex-wrap gap-1.5"
        >
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
    </PickerField>
  );
}

/** A line for each product. */
const textOf = (picked: readonly PickedProduct[]): string =>
  picked.map(({ id, slug, name }) => `${id} ${slug} ${name}`).join('\n');

/** Empty for a line in another format. */
function parse(line: string): PickedProduct[] {
  const [, id = '', slug = '', name = ''] = /^(\d+) (\S+) (.+)$/.exec(line) ?? [];
  return id === '' ? [] : [{ id, slug, name }];
}
