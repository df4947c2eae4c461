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
import { keyOf } from '@/lib/browser/keys';
import { Button } from './button';
import { trackDialog } from './dialog-history';
import { Icon } from './icon';
import { PAGE_ID } from './dialog-entry';
import { t } from '@/lib/texts/texts';

type DialogProps = {
  isOpen: boolean;
  /** Called by the close button, the backdrop, Escape and the browser's Back. */
  onClose: () => void;
  /** Gets the focus when the dialog closes. By default the element that has it when the dialog opens. */
  opener?: RefObject<Element | null>;
  labelledBy: string;
  /** Size and position. By default a card in the middle of the screen. On a phone every dialog is a sheet at the bottom. */
  className?: string;
  children: ReactNode;
};

/**
 * A modal dialog after the ARIA Authoring Practices: the page behind it is inert and does not scroll, Tab stays inside, and the focus returns to its opener.
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

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = keyOf(event);
    if (key === 'Escape' && !event.defaultPrevented) onClose();
    if (key === 'Tab' && panel.current) wrapFocus(event, panel.current);
  });

  const closeByBack = useEffectEvent(() => onClose());

  // In the commit itself: no key may arrive between the dialog and its focus.
  useLayoutEffect(() => {
    const release = holdPage();
    const first = panel.current?.querySelector<HTMLElement>('[data-autofocus]');
    (first ?? panel.current?.querySelector<HTMLElement>(focusable) ?? panel.current)?.focus();
    document.addEventListener('keydown', onKey);
    const untrack = trackDialog(() => closeByBack());
    return () => {
      untrack();
      document.removeEventListener('keydown', onKey);
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
      className="fixed inset-0 z-50 flex overflow-y-auto overscroll-contain bg-scrim pt-4 sm:p-4 motion-safe:animate-appear"
    >
      <div
        ref={panel}
        role="dialog"
        aria-modal="true"
        aria-labelledby={labelledBy}
        tabIndex={-1}
        className={`overflow-hidden rounded-dialog bg-surface text-ink [box-shadow:var(--float)] outline-none motion-safe:animate-sheet max-sm:m-0 max-sm:mt-auto max-sm:max-w-none max-sm:rounded-b-none max-sm:pb-[env(safe-area-inset-bottom)] sm:motion-safe:animate-rise ${className}`}
      >
        {children}
      </div>
    </div>
  );
}

/** Tab leads from the last element of a dialog to its first one, and Shift+Tab back. */
function wrapFocus(event: KeyboardEvent, dialog: HTMLElement): void {
  const all = [...dialog.querySelectorAll<HTMLElement>(focusable)].filter(({ tabIndex }) => tabIndex >= 0);
  const [first] = all;
  const last = all.at(-1);
  const focused = document.activeElement;
  const target = event.shiftKey ? last : first;
  const isAtEnd = focused === dialog || focused === (event.shiftKey ? first : last);
  if (!isAtEnd || !target) return;
  event.preventDefault();
  target.focus();
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
    <Button
      look="quiet"
      size="icon"
      className={className}
      aria-label={t('action.close', 'Close')}
      onClick={onClose}
    >
      <Icon name="close" />
    </Button>
  );
}
