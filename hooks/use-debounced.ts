import { useEffect, useState } from 'react';

/** The value as it was when it last stayed the same for that long. Empty until then. */
export function useDebounced(value: string, delayMs: number): string {
  const [settled, setSettled] = useState('');

  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);

  return settled;
}
