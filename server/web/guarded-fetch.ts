import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher, errors } from 'undici';
import { isPublicAddress, privateAddressReason } from './public-address';
import { readLimited } from './limited-body';
import { errorCode } from '@/server/errno';

/** What went wrong on the way to somebody else's page. The message is a sentence for the member who named it. */
export class FetchRefusal extends Error {
  override readonly name = 'FetchRefusal';
  constructor(
    /** `address`: it must never be fetched. `page`: it gave nothing this time. */
    readonly reason: 'address' | 'page',
    message: string,
  ) {
    super(message);
  }
}

export type FetchedPage = {
  /** Where the redirects ended. */
  url: URL;
  /** Lower case, as the server said it; empty when it did not. */
  contentType: string;
  bytes: Buffer;
  /** There was more than the limit. */
  isCut: boolean;
};

export type FetchOptions = { accept: string; signal: AbortSignal };

export type GuardedFetch = (url: URL, options: FetchOptions) => Promise<FetchedPage>;

type GuardedFetchOptions = {
  userAgent: string;
  /** Every address of a name. */
  resolve?: (host: string) => Promise<string[]>;
  /** Opens a connection to `hostname`, which is an address that was found public. */
  dial?: buildConnector.connector;
};

export const FETCH_LIMITS = {
  /** For a whole preview, redirects and picture included. */
  ms: 10_000,
  /** After decompression. */
  bytesMax: 1024 * 1024,
  redirectsMax: 5,
} as const;

const NO_SUCH_NAME = ['ENOTFOUND', 'ENODATA', 'EAI_NODATA', 'EAI_NONAME'];
const NOT_PUBLIC = 'That address is not on the public web.';

/**
 * Reads pages of the public web, and only those: each address, each answer of the name server and each redirect
 * is looked at, and the connection is made to the very address that was.
 *
 * @throws FetchRefusal for everything that can go wrong.
 */
export function createGuardedFetch({
  userAgent,
  resolve = resolveAll,
  dial = buildConnector({ timeout: FETCH_LIMITS.ms }),
}: GuardedFetchOptions): GuardedFetch {
  const connect = guardConnections(resolve, dial);
  return async (url, { accept, signal }) => {
    // One agent for each call: no connection is found open again under a name that leads elsewhere by now.
    const dispatcher = new Agent({ connect, pipelining: 0 });
    try {
      const headers = { accept, 'accept-encoding': 'gzip, br', 'user-agent': userAgent };
      return await followRedirects(url, { dispatcher, headers, signal });
    } catch (error) {
      throw toRefusal(error, signal);
    } finally {
      await dispatcher.destroy();
    }
  };
}

async function resolveAll(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/**
 * Names are resolved here and nowhere else. A lookup function handed to the socket would not do: it is not asked
 * about hosts that are addresses already.
 */
function guardConnections(
  resolve: (host: string) => Promise<string[]>,
  dial: buildConnector.connector,
): buildConnector.connector {
  async function open(options: buildConnector.Options) {
    const host = options.hostname.replace(/\.$/, '');
    const addresses = isIP(host) ? [host] : await resolve(host);
    if (addresses.length === 0 || !addresses.every(isPublicAddress)) {
      throw new FetchRefusal('address', NOT_PUBLIC);
    }
    // Most hosts have IPv4; not every machine has IPv6.
    const inOrder = addresses.toSorted((a, b) => isIP(a) - isIP(b));
    const servername = isIP(host) ? undefined : host;
    return dialFirst(
      inOrder,
      (address) => ({ ...options, host: address, hostname: address, servername }),
      dial,
    );
  }
  return (options, callback) => {
    open(options).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

type Opened = Extract<Parameters<buildConnector.Callback>, [null, unknown]>[1];

async function dialFirst(
  addresses: readonly string[],
  optionsFor: (address: string) => buildConnector.Options,
  dial: buildConnector.connector,
): Promise<Opened> {
  let failure: unknown;
  for (const address of addresses.slice(0, 4)) {
    try {
      return await new Promise<Opened>((resolve, reject) => {
        dial(optionsFor(address), (...[error, socket]) => (error ? reject(error) : resolve(socket)));
      });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

type Request = { dispatcher: Dispatcher; headers: Record<string, string>; signal: AbortSignal };

async function followRedirects(start: URL, request: Request): Promise<FetchedPage> {
  let url = start;
  for (let redirects = 0; redirects <= FETCH_LIMITS.redirectsMax; redirects += 1) {
    const refusal = privateAddressReason(url);
    if (refusal !== undefined) throw new FetchRefusal('address', refusal);
    const answer = await request.dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: request.headers,
      signal: request.signal,
    });
    const next = redirectTarget(answer, url);
    if (next === undefined) return readAnswer(answer, url);
    discard(answer);
    url = next;
  }
  throw new FetchRefusal(
    'page',
    `The page leads on to another one more than ${FETCH_LIMITS.redirectsMax} times.`,
  );
}

function redirectTarget({ statusCode, headers }: Dispatcher.ResponseData, from: URL): URL | undefined {
  const location = [headers.location].flat()[0];
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined;
  try {
    return new URL(location, from);
  } catch {
    throw new FetchRefusal('page', 'The page leads on to something that is no address.');
  }
}

/** An answer that nobody reads: its connection is closed with the agent. */
function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined).destroy();
}

async function readAnswer(answer: Dispatcher.ResponseData, url: URL): Promise<FetchedPage> {
  const { statusCode, headers, body } = answer;
  if (statusCode < 200 || statusCode > 299) {
    discard(answer);
    throw new FetchRefusal('page', `The site answers with the status ${statusCode}.`);
  }
  const coding = [headers['content-encoding']].flat().join(',').trim().toLowerCase();
  const read = await readLimited(body, coding, FETCH_LIMITS.bytesMax);
  if (!read) {
    discard(answer);
    throw new FetchRefusal('page', 'The page is packed in a way that we cannot read.');
  }
  return { url, contentType: ([headers['content-type']].flat()[0] ?? '').toLowerCase(), ...read };
}

/** One sentence for each kind of failure; which of several private hosts answered is told to nobody. */
function toRefusal(error: unknown, signal: AbortSignal): FetchRefusal {
  if (error instanceof FetchRefusal) return error;
  if (signal.aborted || error instanceof errors.ConnectTimeoutError) {
    return new FetchRefusal('page', `The page did not come within ${FETCH_LIMITS.ms / 1000} seconds.`);
  }
  if (NO_SUCH_NAME.includes(errorCode(error) ?? '')) {
    return new FetchRefusal('page', 'There is no site of that name. Is it spelt right?');
  }
  return new FetchRefusal('page', 'The site does not answer.');
}
