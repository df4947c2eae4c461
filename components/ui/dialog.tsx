import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Button } from './button';
import { trackDialog } from './dialog-history';
import { Icon } from './icon';
import { PAGE_ID } from './page-id';

type DialogProps = {
  isOpen: boolean;
  /** Called by the close button, the backdrop, Escape and the browser's Back. */
  onClose: () => void;
  /** Gets the focus when the dialog closes. By default the element that has it when the dialog opens. */
  opener?: RefObject<Element | null>;
  /** The id of the element that names the dialog. */
  labelledBy: string;
  /** Size and position. By default a card in the middle of the screen. */
  className?: string;
  children: ReactNode;
};

/**
 * A modal dialog: the page behind it is inert and does not scroll, Tab stays inside, and the focus returns to its opener.
 * The children are mounted while it is open. The focus starts on the one with `data-autofocus`, or on the first focusable
 * one. Back closes it.
 *
 * Not the native `<dialog>`, which would make toasts inert, too: screen readers must announce them above a dialog.
 */
export function Dialog({ isOpen, ...rest }: DialogProps) {
  return isOpen && createPortal(<OpenDialog {...rest} />, document.body);
}

const focusable = 'a[href], button:not(:disabled), input:not([type="hidden"]), select, textarea';

function OpenDialog({
  onClose,
  opener: givenOpener,
  labelledBy,
  className = 'm-auto w-full max-w-104',
  children,
}: Omit<DialogProps, 'isOpen'>) {
  const panel = useRef<HTMLDivElement>(null);
  const [opener] = useState(() => givenOpener?.current ?? document.activeElement);
  const wasPressedOnBackdrop = useRef(false);

  const closeByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented) onClose();
  });

  const closeByBack = useEffectEvent(() => onClose());

  // In the commit itself: no key may arrive between the dialog and its focus.
  useLayoutEffect(() => {
    const release = holdPage();
    const first = panel.current?.querySelector<HTMLElement>('[data-autofocus]');
    (first ?? panel.current?.querySelector<HTMLElement>(focusable) ?? panel.current)?.focus();
    document.addEventListener('keydown', closeByKey);
    const untrack = trackDialog(() => closeByBack());
    return () => {
      untrack();
      document.removeEventListener('keydown', closeByKey);
      release();
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [opener]);

  // A drag that starts in the dialog, for example to select text, and ends outside does not close it.
  function rememberPress(event: MouseEvent) {
    wasPressedOnBackdrop.current = event.target === event.currentTarget;
  }

  function closeFromBackdrop(event: MouseEvent) {
    if (event.target === event.currentTarget && wasPressedOnBackdrop.current) onClose();
  }

  return (
    <div
      onMouseDown={rememberPress}
      onClick={closeFromBackdrop}
      className="fixed inset-0 z-50 flex overflow-y-auto overscroll-contain bg-scrim p-4 motion-safe:animate-appear"
    >
      <div
        ref={panel}
        role="dialog"
        aria-modal="true"
        aria-labelledby={labelledBy}
        tabIndex={-1}
        className={`overflow-hidden rounded-dialog bg-surface text-ink shadow-float outline-none motion-safe:animate-rise ${className}`}
      >
        {children}
      </div>
    </div>
  );
}

/** Makes the page inert and stops its scrolling without changing its width. Returns a function that undoes this. */
function holdPage(): () => void {
  const page = document.getElementById(PAGE_ID);
  const root = document.documentElement;
  const hasScrollbar = window.innerWidth > root.clientWidth;
  if (page) page.inert = true;
  root.style.overflow = 'hidden';
  root.style.scrollbarGutter = hasScrollbar ? 'stable' : '';
  return () => {
    if (page) page.inert = false;
    root.style.overflow = '';
    root.style.scrollbarGutter = '';
  };
}

export function DialogCloseButton({ onClose, className }: { onClose: () => void; className?: string }) {
  return (
    <Button look="quiet" size="icon" className={className} aria-label="Close" onClick={onClose}>
      <Icon name="close" />
    </Button>
  );
}
