let isRegionWanted = false;
const listeners = new Set<() => void>();

/** Tells the page when the place for toasts is needed; until then its code is not loaded. */
export const toastRegion = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isWanted: () => isRegionWanted,
};

/** Shows a sentence for five seconds, and has it read out. */
export async function showToast(kind: 'success' | 'error', sentence: string): Promise<void> {
  isRegionWanted = true;
  for (const listener of listeners) listener();
  const { toast } = await import('react-toastify/unstyled');
  toast[kind](sentence);
}
