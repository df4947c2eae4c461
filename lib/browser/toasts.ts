import type { toast as Toast, ToastContent } from 'react-toastify/unstyled';

type ToastAction = {
  label: string;
  /** What screen readers call the button; begins with the label. */
  name: string;
  run: () => void;
};

type DrawAction = (message: string, action: ToastAction) => ToastContent;

const RETRY_PAUSE_MS = 1_000;

let requestCount = 0;
const listeners = new Set<() => void>();

let resolveReady: (draw: DrawAction) => void = () => undefined;
const ready = new Promise<DrawAction>((resolve) => {
  resolveReady = resolve;
});

/** Connects `showToast` to the component that draws toasts. Its code loads with the first toast. */
export const toastRegion = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  requestCount: () => requestCount,
  /** The component is mounted: pending toasts can be shown. */
  setReady: (draw: DrawAction) => resolveReady(draw),
};

/** Tries again, once the browser is online: a lost connection must not lose the message. */
async function loadToasts(retriesLeft = 3): Promise<{ toast: typeof Toast; draw: DrawAction }> {
  requestCount += 1;
  for (const listener of listeners) listener();
  try {
    const [{ toast }, draw] = await Promise.all([import('react-toastify/unstyled'), ready]);
    return { toast, draw };
  } catch (error) {
    if (retriesLeft === 0) throw error;
    await new Promise((resolve) => {
      if (navigator.onLine) setTimeout(resolve, RETRY_PAUSE_MS);
      else addEventListener('online', resolve, { once: true });
    });
    return loadToasts(retriesLeft - 1);
  }
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

/**
 * Shows a message for five seconds, in the half of the screen that the visitor did not act in: a toast never covers what
 * was pressed. Screen readers announce it.
 *
 * @param kind `info` is neither a success nor an error: an action is kept for later, or can be undone.
 * @param options.signal closes the toast when the message is no longer true.
 * @param options.isLasting keeps the toast until it is closed.
 */
export async function showToast(
  kind: 'success' | 'error' | 'info',
  message: string,
  { action, signal, isLasting }: { action?: ToastAction; signal?: AbortSignal; isLasting?: boolean } = {},
): Promise<void> {
  const isLow = actedLow();
  const { activeElement } = document;
  const { toast, draw } = await loadToasts();
  if (signal?.aborted) return;
  const run = () => {
    // Before the button that has the focus is removed.
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
    action?.run();
  };
  const id = toast[kind](action ? draw(message, { ...action, run }) : message, {
    position: `${isLow ? 'top' : 'bottom'}-${document.dir === 'rtl' ? 'left' : 'right'}`,
    ...(isLasting && { autoClose: false as const }),
  });
  signal?.addEventListener('abort', () => toast.dismiss(id), { once: true });
}
