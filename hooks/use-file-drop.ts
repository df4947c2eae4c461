import { useEffect, useEffectEvent, useState } from 'react';
import { imageIn } from '@/lib/browser/image-file';

/** Passes on a file that is dropped or pasted anywhere on the page. Dropped or pasted text is left to the browser. */
export function useFileDrop(onFile: (file: File) => void) {
  const [isOver, setIsOver] = useState(false);

  function take(event: Event, transfer: DataTransfer): void {
    const file = imageIn(transfer);
    if (!file) return;
    event.preventDefault();
    onFile(file);
  }

  const takePasted = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData } = event;
    // Office programs copy a table or slide as text together with an image of it.
    if (clipboardData && !clipboardData.types.includes('text/plain')) take(event, clipboardData);
  });

  const takeDropped = useEffectEvent((event: DragEvent) => {
    setIsOver(false);
    if (event.dataTransfer) take(event, event.dataTransfer);
  });

  useEffect(() => {
    function allowDrop(event: DragEvent): void {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Otherwise the browser leaves the page and opens the file.
      event.preventDefault();
      setIsOver(true);
    }
    function noteLeave({ relatedTarget }: DragEvent): void {
      if (!relatedTarget) setIsOver(false);
    }
    document.addEventListener('paste', takePasted);
    document.addEventListener('dragover', allowDrop);
    document.addEventListener('dragleave', noteLeave);
    document.addEventListener('drop', takeDropped);
    return () => {
      document.removeEventListener('paste', takePasted);
      document.removeEventListener('dragover', allowDrop);
      document.removeEventListener('dragleave', noteLeave);
      document.removeEventListener('drop', takeDropped);
    };
  }, []);

  return {
    /** The pointer holds a file over the page. */
    isOver,
  };
}
