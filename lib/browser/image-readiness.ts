/** The status of an asset that is still being made. */
const PROCESSING = 423;
/** Asked after 1, 2, 4, 8, then every 10 s: about two minutes in all. */
const RETRIES_MAX = 15;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 10_000;

/** `refused` is an answer that will not change; `unknown` is none at all, or still `processing` after two minutes. */
export type ImageReadiness = 'ready' | 'refused' | 'unknown';

/**
 * Asks an image's address until it answers with the image, or never will.
 *
 * @param onProcessing called each time that it is not ready yet.
 */
export async function waitUntilReady(
  src: string,
  signal: AbortSignal,
  onProcessing?: () => void,
): Promise<ImageReadiness> {
  for (let retry = 0; retry <= RETRIES_MAX; retry++) {
    try {
      const { status, ok } = await fetch(src, { method: 'GET', cache: 'no-store', signal });
      if (ok) return 'ready';
      if (status !== PROCESSING) return status < 500 ? 'refused' : 'unknown';
      onProcessing?.();
      await pause(Math.min(FIRST_RETRY_MS * 2 ** retry, LONGEST_RETRY_MS), signal);
    } catch {
      return 'unknown';
    }
  }
  return 'unknown';
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('No longer wanted.'));
    });
  });
}
