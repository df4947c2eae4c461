import { useEffect, useRef, useState } from 'react';
import { waitUntilReady } from '@/lib/browser/image-readiness';

/** An image that still fails after the server has reported it ready is not loaded again. */
const RELOADS_MAX = 2;
const TILE_RETRY_PAUSES_MS = [1_000, 4_000, 16_000] as const;

type ImageState = {
  of: string;
  shown: 'image' | 'tile';
  reloads: number;
  tileRetries: number;
};

const initialState = (src: string): ImageState => ({ of: src, shown: 'image', reloads: 0, tileRetries: 0 });

/**
 * Loads an image that may still be processed: after a failure it is fetched until it is ready, and loaded again.
 * The generated tile is shown until then, and for good after any other failure. A tile that fails is tried again a few
 * times.
 *
 * @param tileSrc without one, no image is shown in these cases.
 */
export function useImageRetry(src: string, tileSrc?: string) {
  const image = useRef<HTMLImageElement>(null);
  const waiting = useRef<AbortController>(undefined);
  const retryTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [known, setState] = useState<ImageState>(() => initialState(src));
  const state = known.of === src ? known : initialState(src);
  const isTile = state.shown === 'tile' || src === tileSrc;

  function retryTile(): void {
    const pauseMs = TILE_RETRY_PAUSES_MS[state.tileRetries];
    if (pauseMs === undefined) return;
    clearTimeout(retryTimer.current);
    retryTimer.current = setTimeout(() => {
      setState((before) => ({ ...before, of: src, tileRetries: state.tileRetries + 1 }));
    }, pauseMs);
  }

  async function retryImage(): Promise<void> {
    setState({ ...state, shown: 'tile' });
    if (state.reloads >= RELOADS_MAX) return;

    const controller = new AbortController();
    waiting.current?.abort();
    waiting.current = controller;
    const readiness = await waitUntilReady(src, controller.signal);
    if (readiness !== 'ready' || controller.signal.aborted) return;
    setState((before) => ({ ...before, shown: 'image', reloads: state.reloads + 1 }));
  }

  // An image in the server's HTML may have failed before the page was hydrated.
  useEffect(() => {
    const element = image.current;
    if (element?.complete && element.naturalWidth === 0 && element.currentSrc)
      element.dispatchEvent(new Event('error'));
    return () => {
      waiting.current?.abort();
      clearTimeout(retryTimer.current);
    };
  }, [src]);

  return {
    /** A new key makes a new element, which requests a URL again that has failed. */
    key: `${state.shown} ${state.reloads} ${state.tileRetries}`,
    image,
    src: state.shown === 'image' ? src : tileSrc,
    recover: () => (isTile ? retryTile() : void retryImage()),
  };
}
