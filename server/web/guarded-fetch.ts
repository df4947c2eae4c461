import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Agent, buildConnector, type Dispatcher, errors } from 'undici';
import { FETCH_LIMITS, FetchRefusal } from './fetch-limits';
import { guardConnections } from './guarded-connections';
import {
  privateAddressReason,
  createHostResolver,
  type HostResolver,
  isNoSuchHost,
  NO_SUCH_SITE,
} from './public-address';
import { readLimited } from './limited-body';
import { text } from '@/lib/texts/texts';

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
  /** There were redirects, and each of them is said to hold for good. */
  hasMoved?: boolean;
  /** The day on which the certificate of the last connection begins, as ISO 8601. */
  certificateSince?: string;
};

export type FetchOptions = {
  accept: string;
  signal: AbortSignal;
  /** The `version` of an earlier response. */
  knownVersion?: string;
  /** Is asked before each redirect is followed. Rejects to stop. */
  beforeRedirect?: (url: URL) => Promise<void>;
  /** Sends this by POST, and follows no redirect. */
  sent?: { contentType: string; body: string; headers?: Readonly<Record<string, string>> };
  /** Size limit after decompression, if it is not that of a page. */
  bytesMax?: number;
};

export type GuardedFetch = (url: URL, options: FetchOptions) => Promise<FetchedPage>;

type GuardedFetchOptions = {
  userAgent: string | (() => string);
  resolve?: HostResolver;
  /** Connects to `hostname`, an IP address that was checked to be public. */
  dial?: buildConnector.connector;
};

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
  return async (
    url,
    { accept, signal, knownVersion, beforeRedirect, sent, bytesMax = FETCH_LIMITS.bytesMax },
  ) => {
    let certificateSince: string | undefined;
    const connect = guardConnections({
      ...{ resolve, dial, signal },
      // What one connection receives beyond its body.
      receivedBytesMax: FETCH_LIMITS.receivedBytesMax - FETCH_LIMITS.bytesMax + bytesMax,
      onConnected: (socket) => (certificateSince = certificateDate(socket)),
    });
    // One agent per call, so no connection is reused after its name has changed its address.
    const dispatcher = new Agent({ connect, pipelining: 0 });
    try {
      const headers = {
        accept,
        'accept-encoding': 'gzip, br',
        'user-agent': typeof userAgent === 'string' ? userAgent : userAgent(),
        ...ifChanged(knownVersion),
        ...(sent && { ...sent.headers, 'content-type': sent.contentType }),
      };
      const page = await followRedirects(url, {
        dispatcher,
        headers,
        signal,
        beforeRedirect,
        body: sent?.body,
        bytesMax,
      });
      return { ...page, ...(certificateSince !== undefined && { certificateSince }) };
    } catch (error) {
      throw toRefusal(error, signal);
    } finally {
      await dispatcher.destroy();
    }
  };
}

function certificateDate(socket: Socket): string | undefined {
  const from = socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_from) : undefined;
  return from && !Number.isNaN(from.getTime()) ? from.toISOString().slice(0, 10) : undefined;
}

/** The header of a conditional request. An ETag is quoted, a date is not. */
function ifChanged(version: string | undefined): Record<string, string> {
  if (version?.endsWith('"')) return { 'if-none-match': version };
  return version?.endsWith(' GMT') ? { 'if-modified-since': version } : {};
}

type Request = {
  dispatcher: Dispatcher;
  headers: Record<string, string>;
  signal: AbortSignal;
  beforeRedirect: ((url: URL) => Promise<void>) | undefined;
  body: string | undefined;
  bytesMax: number;
};

async function followRedirects(start: URL, request: Request): Promise<FetchedPage> {
  let url = start;
  let isForGood = true;
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
    if (next === undefined) {
      return {
        ...(await readAnswer(answer, url, request.bytesMax)),
        ...(redirects > 0 && isForGood && { hasMoved: true }),
      };
    }
    discard(answer);
    isForGood &&= answer.statusCode === 301 || answer.statusCode === 308;
    await request.beforeRedirect?.(next);
    url = next;
  }
  throw new FetchRefusal(
    'target',
    text('fetch.tooManyRedirects', 'The page redirects more than {times} times.', {
      times: FETCH_LIMITS.redirectsMax,
    }),
  );
}

function redirectTarget({ statusCode, headers }: Dispatcher.ResponseData, from: URL): URL | undefined {
  const location = [headers.location].flat()[0];
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined;
  try {
    return new URL(location, from);
  } catch {
    throw new FetchRefusal('target', text('fetch.invalidRedirect', 'The page redirects to an invalid link.'));
  }
}

/** Drops an unread response. Its connection closes with the agent. */
function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined).destroy();
}

async function readAnswer(answer: Dispatcher.ResponseData, url: URL, bytesMax: number): Promise<FetchedPage> {
  const { statusCode, headers, body } = answer;
  const contentType = ([headers['content-type']].flat()[0] ?? '').toLowerCase();
  if (statusCode === 304) {
    discard(answer);
    return { url, contentType, bytes: Buffer.alloc(0), isCut: false, isUnchanged: true };
  }
  if (statusCode < 200 || statusCode > 299) {
    discard(answer);
    const [retryAfter] = [headers['retry-after']].flat();
    throw new FetchRefusal(
      'target',
      text('fetch.badStatus', 'The site responds with status {status}.', { status: String(statusCode) }),
      {
        status: statusCode,
        retryAfter,
      },
    );
  }
  const coding = [headers['content-encoding']].flat().join(',').trim().toLowerCase();
  const read = await readLimited(body, coding, bytesMax);
  if (!read) {
    discard(answer);
    throw new FetchRefusal(
      'target',
      text('fetch.unknownCompression', "The response uses a compression that we can't read."),
    );
  }
  const version = [headers.etag ?? headers['last-modified']].flat()[0];
  return { url, contentType, version: version?.slice(0, VERSION_UNITS_MAX), ...read };
}

/** Returns one sentence per kind of failure. It never reveals which private host answered. */
function toRefusal(error: unknown, signal: AbortSignal): FetchRefusal {
  if (error instanceof FetchRefusal) return error;
  if (signal.aborted || error instanceof errors.ConnectTimeoutError) {
    return new FetchRefusal(
      'target',
      text('fetch.noAnswerInTime', 'No answer within {seconds} seconds.', {
        seconds: FETCH_LIMITS.ms / 1000,
      }),
    );
  }
  if (isNoSuchHost(error)) return new FetchRefusal('target', NO_SUCH_SITE);
  return new FetchRefusal('target', text('fetch.noAnswer', "The site isn't responding."));
}
