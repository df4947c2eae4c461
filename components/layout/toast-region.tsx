// Keeps react-toastify out of the first load: its code comes with the first toast.
import { useSyncExternalStore } from 'react';
import { useLazyComponent } from '@/hooks/use-lazy-component';
import { toastRegion } from '@/lib/browser/toasts';

const loadToasts = () => import('@/components/ui/toasts').then(({ Toasts }) => Toasts);

/** Shows toasts. If their code cannot be loaded, the next toast tries again. */
export function ToastRegion() {
  const requestCount = useSyncExternalStore(toastRegion.subscribe, toastRegion.requestCount, () => 0);
  const { Component: Toasts } = useLazyComponent(loadToasts, requestCount);
  return Toasts && <Toasts onReady={toastRegion.setReady} />;
}
