import { type StoredText, sayStored } from '@/server/base/stored-text';
import { setMaxListeners } from 'node:events';

export const FETCH_LIMITS = {
  /** Time limit for one fetch with its redirects: of a page, list, proof or registry, or to a webhook. A preview has it for page and image together. */
  ms: 10_000,
  /** Size limit after decompression. */
  bytesMax: 1024 * 1024,
  /** Size limit of everything that one connection receives. A site can wrap little content in endless framing. */
  receivedBytesMax: 2 * 1024 * 1024,
  redirectsMax: 5,
} as const;

/** What a URL leads to, a page, list, registry or webhook, could not be fetched. The message is a sentence for the member who named its URL. */
export class FetchRefusal extends Error {
  override readonly name = 'FetchRefusal';
  constructor(
    /** `address`: the URL must never be fetched. `target`: this attempt failed. */
    readonly reason: 'address' | 'target',
    readonly text: StoredText,
    /** What the site has answered, if it has. */
    readonly answer?: { status: number; retryAfter: string | undefined },
  ) {
    super(sayStored(text));
  }
}

type Site = { siteName: string; siteURL: string };

/** The name by which other sites know this one, also in their robots.txt. */
export const agentName = ({ siteName }: Pick<Site, 'siteName'>): string =>
  siteName.replace(/[^A-Za-z0-9-]/g, '') || 'Directory';

/** Names the site, so that operators of other sites can contact its owner. */
export const userAgent = (site: Site): string =>
  `${agentName(site)}/1.0 (+${encodeURI(site.siteURL)}; link preview)`;

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
