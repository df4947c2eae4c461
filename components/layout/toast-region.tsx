import { useSyncExternalStore } from 'react';
import { useLazyComponent } from '@/hooks/use-lazy-component';
import { toastRegion } from '@/lib/browser/toasts';

const loadToasts = () => import('@/components/ui/toasts').then(({ Toasts }) => Toasts);

/** The place for toasts; empty, and its code not loaded, until there is one. Each further one tries that again. */
export function ToastRegion() {
  const wantedCount = useSyncExternalStore(toastRegion.subscribe, toastRegion.wantedCount, () => 0);
  const { Component: Toasts } = useLazyComponent(loadToasts, wantedCount);
  return Toasts && <Toasts onReady={toastRegion.setReady} />;
}
