import { type CompositionEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useCombobox } from '@/hooks/use-combobox';
import { keyOf } from '@/lib/browser/keys';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import type { CountedTag } from '@/lib/contract/tag';
import { useTagSuggestions } from './use-submission-queries';

const { tagsMax } = PRODUCT_LIMITS;

/** The commas of all scripts: Unicode's characters named so, but for those of other uses. */
const COMMAS = /[,՝،߸፣᠂᠈、︐︑﹐﹑，､]/;

/** `tag` is missing for a tag that no product has yet. */
type TagOption = { id: string; name: string; tag?: CountedTag };

/**
 * A combobox that adds tags. Enter and a comma of any script add the typed text, or the active option if there is one. The list stays
 * open after that, because most products have several tags.
 */
export function useTagCombobox(tags: readonly string[], onChange: (tags: string[]) => void) {
  const [typed, setTyped] = useState('');
  const isComposing = useRef(false);
  const [announcement, setAnnouncement] = useState('');
  const { suggestions, spell, isNew } = useTagSuggestions(typed, tags);
  const isFull = tags.length >= tagsMax;
  const options: TagOption[] = suggestions.map((tag) => ({ id: tag.slug, name: tag.name, tag }));
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
    setAnnouncement(`Added ${added.join(', ')}. ${tags.length + added.length} of ${tagsMax} tags.`);
  }

  function remove(name: string): void {
    onChange(tags.filter((tag) => tag !== name));
    setAnnouncement(`Removed ${name}.`);
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
