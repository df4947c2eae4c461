import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

const imageIn = (transfer: DataTransfer): File | undefined => {
  const files = [...transfer.files];
  return files.find(({ type }) => type.startsWith('image/')) ?? files[0];
};

type FileDropOptions = {
  onFile: (file: File) => void;
  /** Takes what falls or is pasted outside of every box, too. */
  isDefault?: boolean;
};

/**
 * Passes on a file that is dropped or pasted in a box, an element with the attribute `data-file-drop`. Dropped or pasted
 * text is left to the browser.
 */
export function useFileDrop(
  box: RefObject<HTMLElement | null>,
  { onFile, isDefault = false }: FileDropOptions,
) {
  const [isOver, setIsOver] = useState(false);

  function isOwn({ target }: Event): boolean {
    const owner = target instanceof Element ? target.closest('[data-file-drop]') : null;
    return owner === null ? isDefault : owner === box.current;
  }

  function take(event: Event, transfer: DataTransfer): void {
    const file = imageIn(transfer);
    if (!file || !isOwn(event)) return;
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

  const allowDrop = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    // Otherwise the browser leaves the page and opens the file.
    event.preventDefault();
    setIsOver(isOwn(event));
  });

  useEffect(() => {
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
    /** The pointer holds a file that would fall into this box. */
    isOver,
  };
}
