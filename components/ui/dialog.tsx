import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { Button } from './button';
import { Icon } from './icon';

type DialogProps = {
  isOpen: boolean;
  /** Called once for every way out: close button, backdrop, Escape. */
  onClose: () => void;
  /** The id of the element that names the dialog. */
  labelledBy: string;
  /** Size and place; a card in the middle of the screen otherwise. */
  className?: string;
  children: ReactNode;
};

/**
 * A modal on the native element: the page behind it is inert, Tab stays inside, and the focus goes back to
 * where it came from. Give it children that fill it: a press on the element itself is one on the backdrop.
 */
export function Dialog({
  isOpen,
  onClose,
  labelledBy,
  className = 'm-auto w-[min(26rem,calc(100%-2rem))]',
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const wasPressedOnBackdrop = useRef(false);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (isOpen && !element.open) element.showModal();
    if (!isOpen && element.open) element.close();
  }, [isOpen]);

  // A drag that starts in the dialog (selecting text) and ends outside is no wish to leave.
  function notePress(event: MouseEvent) {
    wasPressedOnBackdrop.current = event.target === event.currentTarget;
  }

  function closeFromBackdrop(event: MouseEvent) {
    if (event.target === event.currentTarget && wasPressedOnBackdrop.current) dialog.current?.close();
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={labelledBy}
      onClose={onClose}
      onMouseDown={notePress}
      onClick={closeFromBackdrop}
      className={`dialog max-w-none overflow-hidden rounded-dialog bg-surface p-0 text-ink shadow-float ${className}`}
    >
      {children}
    </dialog>
  );
}

/** Closes the dialog it stands in. */
export function DialogCloseButton({ className }: { className?: string }) {
  return (
    <Button
      look="quiet"
      size="icon"
      className={className}
      aria-label="Close"
      onClick={(event) => event.currentTarget.closest('dialog')?.close()}
    >
      <Icon name="close" />
    </Button>
  );
}
