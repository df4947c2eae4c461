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

/**
 * Stops waiting for work when the signal is aborted. The work itself may go on: a name server or a socket that never
 * answers cannot be hurried.
 *
 * @throws the reason of the signal.
 */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(toError(signal.reason));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

const toError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)));
