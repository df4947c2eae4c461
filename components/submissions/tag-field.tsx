import { useId, useRef, type CompositionEvent, type KeyboardEvent, useState } from 'react';
import { Chip } from '@/components/ui/chip';
import { FieldError } from '@/components/ui/field';
import { useKeptChoice } from '@/components/ui/kept-choice';
import { OptionList } from '@/components/layout/picker-field';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import type { CountedTag } from '@/lib/contract/tag';
import { formatCount } from '@/lib/format/figures';
import { useCombobox } from '@/hooks/use-combobox';
import { keyOf } from '@/lib/browser/keys';
import { useTagSuggestions } from '@/hooks/submissions/use-submission-queries';
import { rich } from '@/lib/texts/rich';
import { formatRow } from '@/lib/texts/lists';
import { t } from '@/lib/texts/texts';

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

  const keep = useKeptChoice(keptAs, tags.join('\n'), (kept) => onChange(kept.split('\n').filter(Boolean)));

  function change(changed: string[]): void {
    keep(changed.join('\n'));
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
          {t('product.tags', 'Tags')}
        </label>
        <span className="text-sm text-muted">
          {t('tagField.count', '{count} of {max}', { count: tags.length, max: tagsMax })}
        </span>
      </div>
      <div className="relative">
        <div
          className={`flex min-h-target-thumb flex-wrap items-center gap-1.5 rounded-control border bg-raised px-1.5 py-1.25 transition-colors hover:border-muted focus-within:border-accent has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent ${error ? 'border-danger' : 'border-edge'}`}
        >
          <ul aria-label={t('tagField.chosen', 'Chosen tags')} className="contents">
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
            label={t('tagField.suggested', 'Suggested tags')}
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
          ? t('tagField.full', 'Five at most. Remove one to add another.')
          : t('tagField.hint', '1–5 tags, best match first. Press Enter or comma to add one.')}
      </p>
      <FieldError id={`${id}-error`} error={error} />
      <VisuallyHidden live>{announcement}</VisuallyHidden>
    </div>
  );
}

function TagOption({ name, tag }: TagChoice) {
  if (!tag) {
    return (
      <span className="truncate">
        {rich('tagField.create', 'Create the tag “<bdi>{name}</bdi>”', {
          bdi: (text) => <bdi>{text}</bdi>,
          name,
        })}
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

/** The commas of all scripts: Unicode's characters named so, but for those of other uses. */
const COMMAS = /[,՝،߸፣᠂᠈、︐︑﹐﹑，､]/;

/** `tag` is missing for a tag that no product has yet. */
type TagChoice = { id: string; name: string; tag?: CountedTag };

/**
 * A combobox that adds tags. Enter and a comma of any script add the typed text, or the active option if there is one. The list stays
 * open after that, because most products have several tags.
 */
function useTagCombobox(tags: readonly string[], onChange: (tags: string[]) => void) {
  const [typed, setTyped] = useState('');
  const isComposing = useRef(false);
  const [announcement, setAnnouncement] = useState('');
  const { suggestions, spell, isNew } = useTagSuggestions(typed, tags);
  const isFull = tags.length >= tagsMax;
  const options: TagChoice[] = suggestions.map((tag) => ({ id: tag.slug, name: tag.name, tag }));
  if (typed.trim() !== '' && isNew(typed)) options.push({ id: '_new', name: typed.trim() });

  const { active, isOpen, close, fieldProps, listProps, optionProps } = useCombobox({
    kind: 'popup',
    options: isFull ? [] : options,
    onType: type,
    onSelect: ({ name }) => add([name]),
  });

  function add(names: readonly string[]): void {
    const added: string[] = [];
    for (const name of names.map(spell)) {
      const isTaken = [...tags, ...added].some((tag) => tag.toLowerCase() === name.toLowerCase());
      if (name !== '' && !isTaken && tags.length + added.length < tagsMax) added.push(name);
    }
    setTyped('');
    if (added.length === 0) return;
    onChange([...tags, ...added]);
    setAnnouncement(
      t('tagField.added', 'Added {names}. {count} of {max} tags.', {
        names: formatRow(added),
        count: tags.length + added.length,
        max: tagsMax,
      }),
    );
  }

  function remove(name: string): void {
    onChange(tags.filter((tag) => tag !== name));
    setAnnouncement(t('tagField.removed', 'Removed {name}.' /* a tag, from the chosen tags */, { name }));
  }

  function type(text: string): void {
    const parts = text.split(COMMAS);
    // While an input method composes text, the field is the input method's.
    if (parts.length > 1 && !isComposing.current) add(parts);
    else setTyped(text);
  }

  function onKeyDown(event: KeyboardEvent): void {
    fieldProps.onKeyDown(event);
    const key = keyOf(event);
    if (key === 'Enter') {
      // Enter never submits the form from this field.
      event.preventDefault();
      if (!active) add([typed]);
    } else if (key === 'Backspace' && typed === '') {
      const last = tags.at(-1);
      if (last !== undefined) remove(last);
    }
  }

  return {
    options,
    isOpen,
    isFull,
    announcement,
    remove,
    fieldProps: {
      ...fieldProps,
      value: typed,
      onKeyDown,
      onCompositionStart() {
        isComposing.current = true;
      },
      onCompositionEnd(event: CompositionEvent<HTMLInputElement>) {
        isComposing.current = false;
        type(event.currentTarget.value);
      },
      onBlur() {
        close();
        // Text that the user did not end with Enter or a comma is a tag, too.
        add([typed]);
      },
    },
    listProps,
    optionProps,
  };
}
