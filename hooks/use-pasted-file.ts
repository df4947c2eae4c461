import { useEffect, useEffectEvent } from 'react';
import { pictureIn } from '@/lib/picture-file';

/** Takes a file that is pasted anywhere on the page; text goes where it was meant to go. */
export function usePastedFile(onPaste: (file: File) => void): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData } = event;
    // A copied table or slide is text with a picture of itself.
    if (!clipboardData || clipboardData.types.includes('text/plain')) return;
    const file = pictureIn(clipboardData);
    if (!file) return;
    event.preventDefault();
    onPaste(file);
  });

  useEffect(() => {
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, []);
}
