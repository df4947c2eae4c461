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

/** Shows a message for five seconds. Screen readers announce it. */
export async function showToast(kind: 'success' | 'error', message: string): Promise<void> {
  const toast = await loadToasts();
  toast[kind](message);
}
