import { type KeyboardEvent, useState } from 'react';
import type { CountedTag } from '@/lib/contract/tag';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { useTagSuggestions } from './use-tag-suggestions';

const { tagsMax } = PRODUCT_LIMITS;

type TagOption = { id: string; name: string; tag?: CountedTag };

/**
 * A field that tags are typed into, with suggestions below it. Enter and comma take what was typed; an option is
 * taken when the arrow keys or the pointer have chosen it.
 */
export function useTagCombobox(tags: readonly string[], onChange: (tags: string[]) => void) {
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [chosenId, choose] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const { suggestions, spell, isNew } = useTagSuggestions(typed, tags);
  const isFull = tags.length >= tagsMax;
  const options: TagOption[] = suggestions.map((tag) => ({ id: tag.slug, name: tag.name, tag }));
  if (typed.trim() !== '' && isNew(typed)) options.push({ id: '_new', name: typed.trim() });
  const index = options.findIndex(({ id }) => id === chosenId);

  function add(names: readonly string[]): void {
    const added: string[] = [];
    for (const name of names.map(spell)) {
      const isTaken = [...tags, ...added].some((tag) => tag.toLowerCase() === name.toLowerCase());
      if (name !== '' && !isTaken && tags.length + added.length < tagsMax) added.push(name);
    }
    setTyped('');
    choose(undefined);
    if (added.length === 0) return;
    onChange([...tags, ...added]);
    setAnnouncement(`Added ${added.join(', ')}. ${tags.length + added.length} of ${tagsMax} tags.`);
  }

  function remove(name: string): void {
    onChange(tags.filter((tag) => tag !== name));
    setAnnouncement(`Removed ${name}.`);
  }

  function type(text: string): void {
    setIsOpen(true);
    choose(undefined);
    const parts = text.split(',');
    if (parts.length > 1) add(parts);
    else setTyped(text);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // While an input method composes, its keys are its own.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = isOpen ? options[index] : undefined;
    if (step && options.length > 0) {
      event.preventDefault();
      setIsOpen(true);
      const from = index === -1 && step === -1 ? 0 : index;
      choose(options[(from + step + options.length) % options.length]?.id);
    } else if (event.key === 'Enter') {
      // Never the form: what one types here ends with Enter.
      event.preventDefault();
      add([chosen?.name ?? typed]);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      setIsOpen(false);
    } else if (event.key === 'Backspace' && typed === '') {
      const last = tags.at(-1);
      if (last !== undefined) remove(last);
    }
  }

  return {
    typed,
    options,
    chosen: options[index],
    isOpen: isOpen && !isFull && options.length > 0,
    isFull,
    announcement,
    type,
    choose,
    add,
    remove,
    onKeyDown,
    open: () => setIsOpen(true),
    /** What was typed and not ended is a tag as well. */
    leave: (): void => {
      setIsOpen(false);
      add([typed]);
    },
  };
}
