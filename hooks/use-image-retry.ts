import { useEffect, useRef, useState } from 'react';
import { waitUntilReady } from '@/lib/browser/image-readiness';

/** How often an image is reloaded that fails although the server reported it ready. */
const RELOADS_MAX = 2;

type ImageState = { src: string; shows: 'image' | 'fallback'; reloads: number };

/**
 * Loads an image that may still be processing. After a failed load, requests the image until it is ready and then
 * loads it again. Shows the fallback meanwhile, and permanently after any other failure.
 */
export function useImageRetry(src: string, fallbackSrc: string) {
  const image = useRef<HTMLImageElement>(null);
  const waiting = useRef<AbortController>(undefined);
  const [lastState, setState] = useState<ImageState>({ src, shows: 'image', reloads: 0 });
  const state: ImageState = lastState.src === src ? lastState : { src, shows: 'image', reloads: 0 };

  async function recover(): Promise<void> {
    if (state.shows === 'fallback') return;
    setState({ ...state, shows: 'fallback' });
    if (state.reloads >= RELOADS_MAX || src === fallbackSrc) return;

    const controller = new AbortController();
    waiting.current?.abort();
    waiting.current = controller;
    const readiness = await waitUntilReady(src, controller.signal);
    if (readiness === 'ready' && !controller.signal.aborted)
      setState({ src, shows: 'image', reloads: state.reloads + 1 });
  }

  // An image in the server's HTML may have failed before hydration.
  useEffect(() => {
    const element = image.current;
    if (element?.complete && element.naturalWidth === 0 && element.currentSrc)
      element.dispatchEvent(new Event('error'));
    return () => waiting.current?.abort();
  }, [src]);

  return {
    /** A new key creates a new element, which requests a failed URL again. */
    key: `${state.shows} ${state.reloads}`,
    image,
    src: state.shows === 'image' ? src : fallbackSrc,
    recover,
  };
}
