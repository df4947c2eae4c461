import { useEffect, useState } from 'react';

/** The last value that stayed unchanged for `delayMs`. Empty before that. */
export function useDebounced(value: string, delayMs: number): string {
  const [settled, setSettled] = useState('');

  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);

  return settled;
}
