import { env } from '@/lib/env';

/** HTTP status of an image that is still being processed. */
const PROCESSING = 423;
/** Retries after 1, 2, 4 and 8 s, then every 10 s: about two minutes in total. */
const RETRIES_MAX = 15;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 10_000;

/** `rejected`: the response is final. `unknown`: no response, a server error, or still processing after two minutes. */
export type ImageReadiness = 'ready' | 'rejected' | 'unknown';

/**
 * Requests an image until the server responds with it or is certain not to.
 *
 * @param onProcessing called after each response that says the image is still being processed.
 */
export async function waitUntilReady(
  src: string,
  signal: AbortSignal,
  onProcessing?: () => void,
): Promise<ImageReadiness> {
  for (let retry = 0; retry <= RETRIES_MAX; retry++) {
    try {
      const { status, ok } = await fetch(src, {
        method: 'GET',
        cache: 'no-store',
        signal,
        headers: headersFor(src),
      });
      if (ok) return 'ready';
      if (status !== PROCESSING) return status < 500 ? 'rejected' : 'unknown';
      onProcessing?.();
      await pause(Math.min(FIRST_RETRY_MS * 2 ** retry, LONGEST_RETRY_MS), signal);
    } catch {
      return 'unknown';
    }
  }
  return 'unknown';
}

/** A request to the product server says which page makes it, as every call does. One to a bucket or another site does not. */
function headersFor(src: string): Record<string, string> {
  const { origin, pathname, href } = window.location;
  const server = new URL(env.serverURL || '/api', href).href.replace(/\/$/, '');
  return new URL(src, href).href.startsWith(`${server}/`) ? { originUrl: origin + pathname } : {};
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('Aborted.'));
    });
  });
}
