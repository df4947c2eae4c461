import { type KeyboardEvent, useState } from 'react';

type Option = { id: string };

/**
 * The chosen one of a list of options that is worked from a text field: the first, until arrow keys or the
 * pointer choose another. The choice follows the option, not its place, and falls back to the first when it is gone.
 */
export function useOptionKeys<Chosen extends Option>(
  options: readonly Chosen[],
  onOpen: (option: Chosen) => void,
) {
  const [wantedId, choose] = useState<string>();
  const wantedIndex = options.findIndex(({ id }) => id === wantedId);
  const index = wantedIndex === -1 ? 0 : wantedIndex;
  const chosen = options[index];

  function onKeyDown(event: KeyboardEvent): void {
    // While an input method composes, its keys are its own.
    if (event.nativeEvent.isComposing || !chosen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      choose(options[(index + step + options.length) % options.length]?.id);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      onOpen(chosen);
    }
  }

  return { chosen, choose, onKeyDown };
}
