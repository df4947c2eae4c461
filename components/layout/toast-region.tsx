import { useSyncExternalStore } from 'react';
import { useLateComponent } from '@/hooks/use-late-component';
import { toastRegion } from '@/lib/toasts';

const loadToasts = () => import('@/components/ui/toasts').then(({ Toasts }) => Toasts);

/** The place for toasts; empty, and its code not loaded, until there is one. Each further one tries that again. */
export function ToastRegion() {
  const wantedCount = useSyncExternalStore(toastRegion.subscribe, toastRegion.wantedCount, () => 0);
  const { Component: Toasts } = useLateComponent(loadToasts, wantedCount);
  return Toasts && <Toasts onReady={toastRegion.setReady} />;
}
