import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher, errors } from 'undici';
import { abortable } from './abortable';
import { isPublicAddress, NOT_PUBLIC_SENTENCE, privateAddressReason } from './public-address';
import { readLimited } from './limited-body';
import { createHostResolver, type HostResolver, isNoSuchHost, NO_SUCH_HOST_SENTENCE } from './resolve-host';

/** A page could not be fetched. The message is a sentence for the member who named its URL. */
export class FetchRefusal extends Error {
  override readonly name = 'FetchRefusal';
  constructor(
    /** `address`: the URL must never be fetched. `page`: this attempt failed. */
    readonly reason: 'address' | 'page',
    message: string,
  ) {
    super(message);
  }
}

export type FetchedPage = {
  /** The URL after all redirects. */
  url: URL;
  /** The content type from the server, in lower case; empty if it sent none. */
  contentType: string;
  bytes: Buffer;
  /** Whether the body was longer than the limit. */
  isCut: boolean;
  /** The ETag, else the Last-Modified. */
  version?: string;
  /** The site says that it is still `knownVersion`, and sent no body. */
  isUnchanged?: boolean;
};

export type FetchOptions = {
  accept: string;
  signal: AbortSignal;
  /** The `version` of an earlier response. */
  knownVersion?: string;
  /** Sends this by POST, and follows no redirect. */
  sent?: { contentType: string; body: string; headers?: Readonly<Record<string, string>> };
};

export type GuardedFetch = (url: URL, options: FetchOptions) => Promise<FetchedPage>;

type GuardedFetchOptions = {
  userAgent: string;
  resolve?: HostResolver;
  /** Connects to `hostname`, an IP address that was checked to be public. */
  dial?: buildConnector.connector;
};

export const FETCH_LIMITS = {
  /** Time limit for a whole preview, including redirects and image. */
  ms: 10_000,
  /** Size limit after decompression. */
  bytesMax: 1024 * 1024,
  /** Size limit of everything that one connection receives. A site can wrap little content in endless framing. */
  receivedBytesMax: 2 * 1024 * 1024,
  redirectsMax: 5,
} as const;

/** A longer ETag is cut, and so never equal to its next one. */
const VERSION_UNITS_MAX = 300;

/** Leaves time for the next address of a host when the first does not answer. */
const dialMs = 4_000;

/**
 * Creates a fetch function for pages of the public web only. It checks every URL, every resolved address and every
 * redirect, and connects to exactly the address that it checked. When its signal is aborted, it stops at once, whatever
 * it waits for.
 *
 * @throws FetchRefusal for every failure.
 */
export function createGuardedFetch({
  userAgent,
  resolve = createHostResolver(),
  dial = buildConnector({ timeout: dialMs }),
}: GuardedFetchOptions): GuardedFetch {
  return async (url, { accept, signal, knownVersion, sent }) => {
    const connect = guardConnections({ resolve, dial, signal });
    // One agent per call, so no connection is reused after its name has changed its address.
    const dispatcher = new Agent({ connect, pipelining: 0 });
    try {
      const headers = {
        accept,
        'accept-encoding': 'gzip, br',
        'user-agent': userAgent,
        ...ifChanged(knownVersion),
        ...(sent && { ...sent.headers, 'content-type': sent.contentType }),
      };
      return await followRedirects(url, { dispatcher, headers, signal, body: sent?.body });
    } catch (error) {
      throw toRefusal(error, signal);
    } finally {
      await dispatcher.destroy();
    }
  };
}

/** The header of a conditional request. An ETag is quoted, a date is not. */
function ifChanged(version: string | undefined): Record<string, string> {
  if (version?.endsWith('"')) return { 'if-none-match': version };
  return version?.endsWith(' GMT') ? { 'if-modified-since': version } : {};
}

type Connections = Required<Pick<GuardedFetchOptions, 'resolve' | 'dial'>> & { signal: AbortSignal };

/**
 * Resolves names and checks the addresses. A lookup function passed to the socket would not be enough, because it is
 * not called for hosts that are IP addresses. Watches the signal, because a request does so only once it is connected.
 */
function guardConnections({ resolve, dial, signal }: Connections): buildConnector.connector {
  async function open(options: buildConnector.Options) {
    const host = options.hostname.replace(/\.$/, '');
    const addresses = isIP(host) ? [host] : await resolve(host, signal);
    if (addresses.length === 0 || !addresses.every(isPublicAddress)) {
      throw new FetchRefusal('address', NOT_PUBLIC_SENTENCE);
    }
    // Most hosts have IPv4; not every machine has IPv6.
    const inOrder = addresses.toSorted((a, b) => isIP(a) - isIP(b));
    const servername = isIP(host) ? undefined : host;
    return dialFirst(inOrder, (address) => ({ ...options, host: address, hostname: address, servername }), {
      dial,
      signal,
    });
  }
  return (options, callback) => {
    abortable(open(options), signal).then(
      (socket) => callback(null, limitReceived(socket)),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

type Opened = Extract<Parameters<buildConnector.Callback>, [null, unknown]>[1];

function limitReceived(socket: Opened): Opened {
  return socket.on('readable', () => {
    if (socket.bytesRead > FETCH_LIMITS.receivedBytesMax)
      socket.destroy(new FetchRefusal('page', 'The site sends too much data.'));
  });
}

async function dialFirst(
  addresses: readonly string[],
  optionsFor: (address: string) => buildConnector.Options,
  { dial, signal }: Pick<Connections, 'dial' | 'signal'>,
): Promise<Opened> {
  let failure: unknown;
  for (const address of addresses.slice(0, 4)) {
    signal.throwIfAborted();
    try {
      return await new Promise<Opened>((resolve, reject) => {
        dial(optionsFor(address), (...[error, socket]) => {
          if (error) return reject(error);
          // Too late: nobody waits for this connection any more.
          if (signal.aborted) socket.destroy();
          resolve(socket);
        });
      });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

type Request = {
  dispatcher: Dispatcher;
  headers: Record<string, string>;
  signal: AbortSignal;
  body: string | undefined;
};

async function followRedirects(start: URL, request: Request): Promise<FetchedPage> {
  let url = start;
  for (let redirects = 0; redirects <= FETCH_LIMITS.redirectsMax; redirects += 1) {
    const refusal = privateAddressReason(url);
    if (refusal !== undefined) throw new FetchRefusal('address', refusal);
    const answer = await request.dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.body === undefined ? 'GET' : 'POST',
      headers: request.headers,
      signal: request.signal,
      body: request.body,
    });
    const next = request.body === undefined ? redirectTarget(answer, url) : undefined;
    if (next === undefined) return readAnswer(answer, url);
    discard(answer);
    url = next;
  }
  throw new FetchRefusal('page', `The page redirects more than ${FETCH_LIMITS.redirectsMax} times.`);
}

function redirectTarget({ statusCode, headers }: Dispatcher.ResponseData, from: URL): URL | undefined {
  const location = [headers.location].flat()[0];
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined;
  try {
    return new URL(location, from);
  } catch {
    throw new FetchRefusal('page', 'The page redirects to an invalid link.');
  }
}

/** Drops an unread response. Its connection closes with the agent. */
function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined).destroy();
}

async function readAnswer(answer: Dispatcher.ResponseData, url: URL): Promise<FetchedPage> {
  const { statusCode, headers, body } = answer;
  const contentType = ([headers['content-type']].flat()[0] ?? '').toLowerCase();
  if (statusCode === 304) {
    discard(answer);
    return { url, contentType, bytes: Buffer.alloc(0), isCut: false, isUnchanged: true };
  }
  if (statusCode < 200 || statusCode > 299) {
    discard(answer);
    throw new FetchRefusal('page', `The site responds with status ${statusCode}.`);
  }
  const coding = [headers['content-encoding']].flat().join(',').trim().toLowerCase();
  const read = await readLimited(body, coding, FETCH_LIMITS.bytesMax);
  if (!read) {
    discard(answer);
    throw new FetchRefusal('page', "The page uses a compression that we can't read.");
  }
  const version = [headers.etag ?? headers['last-modified']].flat()[0];
  return { url, contentType, version: version?.slice(0, VERSION_UNITS_MAX), ...read };
}

/** Returns one sentence per kind of failure. It never reveals which private host answered. */
function toRefusal(error: unknown, signal: AbortSignal): FetchRefusal {
  if (error instanceof FetchRefusal) return error;
  if (signal.aborted || error instanceof errors.ConnectTimeoutError) {
    return new FetchRefusal('page', `The page took longer than ${FETCH_LIMITS.ms / 1000} seconds.`);
  }
  if (isNoSuchHost(error)) return new FetchRefusal('page', NO_SUCH_HOST_SENTENCE);
  return new FetchRefusal('page', "The site isn't responding.");
}
