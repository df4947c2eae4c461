import { useEffect, useEffectEvent, useRef } from 'react';
import { useTextKeeper } from './kept-text';

/**
 * Keeps what is chosen and not typed, such as tags, as one text, and puts it back when its form is there again.
 *
 * @param key as of `useKeptText`.
 * @param present what is chosen now.
 * @param putBack chooses what was kept.
 * @returns keeps what the person has chosen.
 */
export function useKeptChoice(
  key: string | undefined,
  present: string,
  putBack: (kept: string) => void,
): (chosen: string) => void {
  const keeper = useTextKeeper();
  const isChosen = useRef(false);

  const start = useEffectEvent((keptAs: string) => {
    const kept = keeper?.read(keptAs);
    // As of `useKeptText`.
    if (isChosen.current) keeper?.write(keptAs, present);
    else if (kept !== undefined) putBack(kept);
  });
  useEffect(() => {
    if (key !== undefined) start(key);
  }, [keeper, key]);

  return (chosen) => {
    isChosen.current = true;
    if (key !== undefined) keeper?.write(key, chosen);
  };
}
