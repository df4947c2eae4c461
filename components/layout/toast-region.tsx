import dynamic from 'next/dynamic';
import { useSyncExternalStore } from 'react';
import { toastRegion } from '@/lib/toasts';

const Toasts = dynamic(() => import('@/components/ui/toasts').then(({ Toasts }) => Toasts), { ssr: false });

/** The place for toasts; empty, and its code not loaded, until there is one. */
export function ToastRegion() {
  const isWanted = useSyncExternalStore(toastRegion.subscribe, toastRegion.isWanted, () => false);
  return isWanted && <Toasts onReady={toastRegion.setReady} />;
}
