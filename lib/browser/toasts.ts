import { createElement, Fragment } from 'react';

let requestCount = 0;
const listeners = new Set<() => void>();

let resolveReady: () => void = () => undefined;
const ready = new Promise<void>((resolve) => {
  resolveReady = resolve;
});

/** Connects `showToast` to the component that draws toasts. Its code loads with the first toast. */
export const toastRegion = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** How many times toasts were requested. */
  requestCount: () => requestCount,
  /** The component is mounted: pending toasts can be shown. */
  setReady: () => resolveReady(),
};

async function loadToasts() {
  requestCount += 1;
  for (const listener of listeners) listener();
  const [{ toast }] = await Promise.all([import('react-toastify/unstyled'), ready]);
  return toast;
}

/** Loads the code of toasts in advance, so that a lost connection can be reported. Never rejects. */
export async function prepareToasts(): Promise<void> {
  await loadToasts().catch(() => undefined);
}

/** Whether the visitor acted in the lower half of the screen. */
function actedLow(): boolean {
  const { activeElement, body } = document;
  // Safari does not focus a button that is clicked, but hovers over it.
  const pressed = activeElement === body ? [...document.querySelectorAll(':hover')].at(-1) : activeElement;
  if (!pressed) return false;
  const { top, bottom } = pressed.getBoundingClientRect();
  return (top + bottom) / 2 > window.innerHeight / 2;
}

/** A button after the message of a toast. */
type ToastAction = {
  label: string;
  /** What screen readers call the button; begins with the label. */
  name: string;
  run: () => void;
};

/**
 * Shows a message for five seconds, in the half of the screen that the visitor did not act in: a toast never covers what
 * was pressed. Screen readers announce it.
 *
 * @param kind `info` is neither a success nor an error: an action is kept for later, or can be undone.
 * @param options.signal closes the toast when the message is no longer true.
 */
export async function showToast(
  kind: 'success' | 'error' | 'info',
  message: string,
  { action, signal }: { action?: ToastAction; signal?: AbortSignal } = {},
): Promise<void> {
  const isLow = actedLow();
  const { activeElement } = document;
  const toast = await loadToasts();
  if (signal?.aborted) return;
  const withAction = ({ label, name, run }: ToastAction) =>
    function Content({ closeToast }: { closeToast: () => void }) {
      const onClick = () => {
        // Before the button that has the focus is removed.
        if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
        closeToast();
        run();
      };
      const props = { type: 'button', 'aria-label': name, onClick } as const;
      return createElement(Fragment, null, message, ' · ', createElement('button', props, label));
    };
  const id = toast[kind](action ? withAction(action) : message, {
    position: isLow ? 'top-right' : 'bottom-right',
  });
  signal?.addEventListener('abort', () => toast.dismiss(id), { once: true });
}
