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
