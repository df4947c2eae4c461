import { type ChangeEvent, type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react';
import { keyOf } from '@/lib/browser/keys';

type Option = { id: string };

type ComboboxSettings<Offered extends Option> = {
  options: readonly Offered[];
  /** The options belong to an earlier text, so Enter takes none of them unless the user has moved to it. */
  areOutdated?: boolean;
  onType: (text: string) => void;
  /** Called for every key but Enter. */
  onGoOn?: () => void;
  /** Called for Enter on the active option, also with Ctrl or Cmd, and for a click on any option. */
  onSelect: (option: Offered, keys: { withCommand: boolean }) => void;
  /**
   * `always-open`: the list is shown as long as it has options, and its first option is active until the user moves, so
   * that Enter takes the best match. `popup`: the list opens and closes, and no option is active until the user moves.
   */
  kind: 'always-open' | 'popup';
  /** Of an `always-open` list: no option is active until the user moves. */
  startsInactive?: boolean;
};

/**
 * A text field with a list of options below it, after the editable combobox of the ARIA Authoring Practices. The focus
 * stays in the field: arrow keys and the pointer make an option active. The active option is remembered by its id, not by
 * its position, so that it stays active when the options change.
 */
export function useCombobox<Offered extends Option>({
  options,
  areOutdated = false,
  onType,
  onGoOn,
  onSelect,
  kind,
  startsInactive = false,
}: ComboboxSettings<Offered>) {
  const listId = useId();
  const [activeId, activate] = useState<string>();
  const [isWanted, setIsWanted] = useState(false);
  const isPopup = kind === 'popup';
  const isOpen = options.length > 0 && (isWanted || !isPopup);
  const foundIndex = options.findIndex(({ id }) => id === activeId);
  const index = foundIndex === -1 && !isPopup && !startsInactive ? 0 : foundIndex;
  const active = isOpen ? options[index] : undefined;
  const elementId = (option: Offered) => `${listId}-${option.id}`;
  const activeElementId = active && elementId(active);

  useEffect(() => {
    if (activeElementId) document.getElementById(activeElementId)?.scrollIntoView({ block: 'nearest' });
  }, [activeElementId]);

  const open = () => setIsWanted(true);

  function close(): void {
    setIsWanted(false);
    activate(undefined);
  }

  function move(step: 1 | -1): void {
    open();
    // From no active option, Down leads to the first one and Up to the last one.
    const from = isOpen && index !== -1 ? index : step === 1 ? -1 : options.length;
    activate(options.at((from + step) % options.length)?.id);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const key = keyOf(event);
    if (key !== 'Enter') onGoOn?.();
    const { altKey, ctrlKey, metaKey, shiftKey } = event;
    const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
    if (isArrow && options.length > 0 && !ctrlKey && !metaKey && !shiftKey) {
      event.preventDefault();
      if (!altKey) move(key === 'ArrowDown' ? 1 : -1);
      else if (key === 'ArrowDown') open();
      else close();
    } else if (key === 'Enter' && active && (!areOutdated || foundIndex !== -1)) {
      event.preventDefault();
      onSelect(active, { withCommand: ctrlKey || metaKey });
      activate(undefined);
    } else if (key === 'Escape' && isPopup && isOpen) {
      event.preventDefault();
      close();
    } else if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) {
      // These keys move the caret, so the user is back in the text.
      activate(undefined);
    }
  }

  return {
    active,
    isOpen,
    open,
    close,
    fieldProps: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': activeElementId,
      autoComplete: 'off',
      autoCapitalize: 'none',
      onChange(event: ChangeEvent<HTMLInputElement>) {
        open();
        activate(undefined);
        onType(event.currentTarget.value);
      },
      onKeyDown,
      ...(isPopup && { onFocus: open, onClick: open }),
    },
    listProps: { id: listId, role: 'listbox' },
    optionProps: (option: Offered) => ({
      id: elementId(option),
      role: 'option',
      'aria-selected': option === active,
      // The field keeps the focus.
      onPointerDown: (event: MouseEvent) => event.preventDefault(),
      // Move and not enter: a list that scrolls below a resting pointer must not change the active option.
      onPointerMove: () => activate(option.id),
      onClick(event: MouseEvent) {
        // A link opens in a new tab or window.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onSelect(option, { withCommand: false });
      },
    }),
  } as const;
}

/** The last value that stayed unchanged for `delayMs`. Empty before that. */
export function useDebounced(value: string, delayMs: number): string {
  const [settled, setSettled] = useState('');

  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);

  return settled;
}
