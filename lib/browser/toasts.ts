let wantedCount = 0;
const listeners = new Set<() => void>();

let announceReady: () => void = () => undefined;
const ready = new Promise<void>((resolve) => {
  announceReady = resolve;
});

/** How the page and the place for toasts find each other; until the first toast its code is not loaded. */
export const toastRegion = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** How often the place was asked for so far. */
  wantedCount: () => wantedCount,
  /** The place is there: what waited for it may be shown. */
  setReady: () => announceReady(),
};

async function loadToasts() {
  wantedCount += 1;
  for (const listener of listeners) listener();
  const [{ toast }] = await Promise.all([import('react-toastify/unstyled'), ready]);
  return toast;
}

/** Loads what toasts need ahead, for whoever may have to be told that there is no line to load it over. Never rejects. */
export async function prepareToasts(): Promise<void> {
  await loadToasts().catch(() => undefined);
}

/** Shows a sentence for five seconds, and has it read out. */
export async function showToast(kind: 'success' | 'error', sentence: string): Promise<void> {
  const toast = await loadToasts();
  toast[kind](sentence);
}
