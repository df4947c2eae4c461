import { useSyncExternalStore } from 'react';
import { type Compared, readCompared, subscribeToCompared } from '@/lib/browser/compared';
import { showToast } from '@/lib/browser/toasts';
import { t } from '@/lib/texts/texts';

const subscribeToNothing = () => () => undefined;

/** False on the server and in the browser's first render, which must match; true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

export function useScrolledPast(thresholdPx: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY >= thresholdPx,
    () => false,
  );
}

/** The products that this browser collects to compare, as they are stored. Null while it collects none, and in the HTML of the server. */
export const useCompared = () => useSyncExternalStore(subscribeToCompared, readCompared, () => null);

export async function toggleCompared(product: Compared): Promise<void> {
  try {
    const { toggle } = await import('@/lib/browser/compared-products');
    toggle(product);
  } catch {
    await showToast(
      'error',
      t('part.notLoaded', "This couldn't be loaded. Check your connection and try again."),
    );
  }
}
