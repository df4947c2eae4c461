import { setMaxListeners } from 'node:events';

/**
 * A signal that aborts after a time, or with another signal. Node.js loses the timer of
 * `AbortSignal.any([other, AbortSignal.timeout(ms)])` when it collects garbage (nodejs/node#57736); then nothing ends a
 * request to a server that never answers.
 */
export function abortAfter(ms: number, other?: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const follow = () => {
    clearTimeout(timer);
    controller.abort(other?.reason);
  };
  const timer = setTimeout(() => {
    other?.removeEventListener('abort', follow);
    controller.abort(new DOMException('The operation took too long.', 'TimeoutError'));
  }, ms).unref();
  if (other?.aborted) follow();
  // A job has one signal for many requests: their listeners are no leak, and Node.js need not warn of them.
  if (other) setMaxListeners(0, other);
  other?.addEventListener('abort', follow, { once: true });
  return controller.signal;
}
