import { useEffect, useRef, useState } from 'react';
import { waitUntilReady } from '@/lib/browser/image-readiness';

/** An image that still fails after it was reported ready is given up. */
const RELOADS_MAX = 2;

type ImageState = { of: string; step: 'own' | 'fallback'; reloads: number };

/**
 * An image that survives being processed: when it fails, it is fetched until it is ready and then loaded again;
 * meanwhile, and for good after any other failure, the fallback stands in.
 */
export function useImageRetry(src: string, fallbackSrc: string) {
  const image = useRef<HTMLImageElement>(null);
  const waiting = useRef<AbortController>(undefined);
  const [known, setState] = useState<ImageState>({ of: src, step: 'own', reloads: 0 });
  const state: ImageState = known.of === src ? known : { of: src, step: 'own', reloads: 0 };

  async function recover(): Promise<void> {
    if (state.step === 'fallback') return;
    setState({ ...state, step: 'fallback' });
    if (state.reloads >= RELOADS_MAX || src === fallbackSrc) return;

    const controller = new AbortController();
    waiting.current?.abort();
    waiting.current = controller;
    const readiness = await waitUntilReady(src, controller.signal);
    if (readiness === 'ready' && !controller.signal.aborted)
      setState({ of: src, step: 'own', reloads: state.reloads + 1 });
  }

  // An image of the server's HTML may have failed before there was anyone to hear it.
  useEffect(() => {
    const element = image.current;
    if (element?.complete && element.naturalWidth === 0 && element.currentSrc)
      element.dispatchEvent(new Event('error'));
    return () => waiting.current?.abort();
  }, [src]);

  return {
    /** A new key is a new element, which asks the network again for an address that has failed. */
    key: `${state.step} ${state.reloads}`,
    image,
    src: state.step === 'own' ? src : fallbackSrc,
    recover,
  };
}
