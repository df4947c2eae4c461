import { useEffect, useEffectEvent, useState } from 'react';
import { imageIn } from '@/lib/browser/image-file';

/** Takes a file that is dropped or pasted anywhere on the page; text goes where it was meant to go. */
export function useFileDrop(onHand: (file: File) => void) {
  const [isOver, setIsOver] = useState(false);

  function take(event: Event, transfer: DataTransfer): void {
    const file = imageIn(transfer);
    if (!file) return;
    event.preventDefault();
    onHand(file);
  }

  const takePasted = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData } = event;
    // A copied table or slide is text with a picture of itself.
    if (clipboardData && !clipboardData.types.includes('text/plain')) take(event, clipboardData);
  });

  const takeDropped = useEffectEvent((event: DragEvent) => {
    setIsOver(false);
    if (event.dataTransfer) take(event, event.dataTransfer);
  });

  useEffect(() => {
    function allowDrop(event: DragEvent): void {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Without it, the browser leaves the page for the file.
      event.preventDefault();
      setIsOver(true);
    }
    function noteLeaving({ relatedTarget }: DragEvent): void {
      if (!relatedTarget) setIsOver(false);
    }
    document.addEventListener('paste', takePasted);
    document.addEventListener('dragover', allowDrop);
    document.addEventListener('dragleave', noteLeaving);
    document.addEventListener('drop', takeDropped);
    return () => {
      document.removeEventListener('paste', takePasted);
      document.removeEventListener('dragover', allowDrop);
      document.removeEventListener('dragleave', noteLeaving);
      document.removeEventListener('drop', takeDropped);
    };
  }, []);

  return {
    /** A file is held over the page. */
    isOver,
  };
}
