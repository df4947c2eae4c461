import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { LRUCache } from 'lru-cache';
import { mayReadMetrics } from '@/server/http/local-request';
import { commonHeaders } from '@/server/http/security-headers';
import { API_VERSION_HEADER } from '@/lib/contract/call';
import type { Deps } from '@/server/deps';
import { VARY, publicHeaders } from '@/server/http/every-call';
import { chooseRequestId } from '@/server/http/request-log';
import { notePageRequest } from './pages/page-log';
import { sendStored, sizeOf, type StoredResponse, storeResponse } from './pages/stored-response';
import { textsLanguage } from '@/lib/texts/language';
import { t } from '@/lib/texts/texts';

/** Requests that go to the product server without passing through Next.js. */
const productServerPath = /^\/(api|1|mcp|og|healthz|readyz|\.well-known\/security\.txt)(?=[/?]|$)/;
/** Files for search engines and browsers, open data, the feeds of lists, and pages as Markdown. */
const productServerFile =
  /^\/(robots\.txt|llms\.txt|[A-Za-z0-9-]{8,128}\.txt|opensearch\.xml|manifest\.webmanifest|listed|oembed|embed\/[^/?]+\/[^/?]+|badge\/[^/?]+\/[^/?]+\.svg|data\/(products\.(jsonl|csv)|votes\.csv|votes\/[^/?]+)|(?!(privacy|terms|support)\.md)[^?]+\.md|sitemap[^/]*\.xml|((top|tag|u)\/[^/]+\/|(search|moderation-log)\/)?(feed\.xml|rss\.xml|feed\.json))(?=\?|$)/;

const metricsPath = /^\/metrics(?=\?|$)/;

/** Pages that other sites may show in a frame, as their own policy says. */
const framedPath = /^\/embed\//;

type FrontOptions = {
  deps: CallCacheDeps;
  app: { fetch: (request: Request) => Response | Promise<Response> };
  /** Answers every other path. Absent: the product server answers all paths. */
  pages?: RequestListener;
  /** Answers from memory, with all headers, what is the same for everyone. False: anything else. */
  answerStored?: (req: IncomingMessage, res: ServerResponse) => boolean;
  isDraining: () => boolean;
};

/** Takes every request of a process: checks its target, sets the common headers and passes it on. */
export function createFront({ deps, app, pages, answerStored, isDraining }: FrontOptions): RequestListener {
  const headers = commonHeaders(deps.env);
  const calls = new CallCache(deps);
  const answer = getRequestListener(app.fetch);
  /** For everyone else, it is a path that no page has. */
  const isForMetrics = ({ socket, headers: given }: IncomingMessage, target: string) =>
    metricsPath.test(target) &&
    mayReadMetrics({ peer: socket.remoteAddress, header: (name) => given[name]?.toString() }, deps.env);
  return (req, res) => {
    const target = readRequestTarget(req);
    if (isDraining()) res.setHeader('connection', 'close');
    if (target === undefined) {
      res.setHeaders(headers);
      return refuse(res, 400, t('request.wrongTarget', 'This request does not name one page of this host.'));
    }
    req.url = target;
    const isCall =
      pages === undefined ||
      productServerPath.test(target) ||
      productServerFile.test(target) ||
      isForMetrics(req, target);
    if (isCall ? calls.answer(req, res) : answerStored?.(req, res)) return;
    res.setHeaders(headers);
    if (isCall && framedPath.test(target)) res.removeHeader('x-frame-options');
    if (isCall) void answer(req, res);
    else pages(req, res);
  };
}

/** Answers without any other code. */
export function refuse(res: ServerResponse, status: 400 | 405 | 429 | 503, sentence: string): void {
  res
    .writeHead(status, {
      'content-type': 'text/plain; charset=UTF-8',
      'content-language': textsLanguage(),
    })
    .end(`${sentence}\n`);
}

/** `example.com`, `127.0.0.1:3000`, `[::1]:3000` */
const hostPattern = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;
const absoluteForm = /^https?:\/\/([^/?]+)(.*)$/i;

/**
 * The path and query that a request asks for, beginning with a slash. A target with a host name in it (RFC 9112, 3.2.2)
 * is accepted for the host of the `Host` header alone: otherwise a redirect could lead to the host in the target.
 *
 * @returns undefined if the target or the `Host` header is malformed, or if the request names more than one host.
 */
function readRequestTarget({ url = '', rawHeaders }: IncomingMessage): string | undefined {
  let host: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    // Compares lengths first, because this runs for every header of every request.
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return undefined;
    host = rawHeaders[index + 1];
  }
  if (host === undefined || !hostPattern.test(host) || url.includes('#')) return undefined;
  if (url.startsWith('/')) return url;
  const [, targetHost, rest = ''] = absoluteForm.exec(url) ?? [];
  if (targetHost?.toLowerCase() !== host.toLowerCase()) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * A target with the first value of each parameter alone. Next.js writes all values into the HTML, but a cache that knows
 * parameters by name compares the first ones only.
 */
export function dropRepeatedParameters(target: string): string {
  const [path = '', query] = target.split(/\?(.*)/s, 2);
  if (query === undefined) return target;
  const seen = new Set<string>();
  const kept = query.split('&').filter((part) => {
    const [name = ''] = new URLSearchParams(part).keys();
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew;
  });
  return `${path}?${kept.join('&')}`;
}

const BYTES_MAX = 8 * 1024 * 1024;
/** Smaller bodies fit into one packet as they are. */
const COMPRESSED_FROM_BYTES = 1_024;

type Kept = { body: string; stored: StoredResponse };

/**
 * Sends responses of the response cache again without parsing the request: one lookup by the request's target.
 *
 * Everything that depends on more than the target is left to the product server: a session, another origin, a version
 * that the client names, other methods than GET and HEAD, and every response that is not in the response cache, so that only those count against
 * limits.
 */
class CallCache {
  readonly #deps: CallCacheDeps;
  readonly #headers: ReadonlyMap<string, string>;
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ body, stored }, key) => sizeOf(stored) + 2 * (body.length + key.length),
  });

  constructor(deps: CallCacheDeps) {
    this.#deps = deps;
    this.#headers = new Map([...commonHeaders(deps.env), ...Object.entries(publicHeaders), ['vary', VARY]]);
  }

  /** @returns false if the product server has to answer. */
  answer(req: IncomingMessage, res: ServerResponse): boolean {
    const { method, headers, url = '' } = req;
    if (method !== 'GET' && method !== 'HEAD') return false;
    if (headers.origin !== undefined || headers.accesstoken !== undefined) return false;
    if (headers[API_VERSION_HEADER] !== undefined) return false;
    const { env, logger, metrics, publicChanges, responseCache } = this.#deps;
    const found = responseCache.find(url);
    if (!found || publicChanges.keepUp() !== undefined) return false;
    const requestId = chooseRequestId(headers['x-request-id'], env);
    notePageRequest(req, res, { logger, metrics, requestId, page: found.request.route });
    sendStored(this.#storedFor(found.request.key, found.body), {
      req,
      res,
      added: ['x-request-id', requestId],
    });
    return true;
  }

  #storedFor(key: string, body: string): StoredResponse {
    const kept = this.#kept.get(key);
    if (kept?.body === body) return kept.stored;
    const bytes = Buffer.from(body);
    const isCompressible = bytes.length >= COMPRESSED_FROM_BYTES;
    const stored = storeResponse({ status: 200, headers: this.#headers, body: bytes, isCompressible });
    this.#kept.set(key, { body, stored });
    return stored;
  }
}

type CallCacheDeps = Pick<Deps, 'env' | 'logger' | 'metrics' | 'publicChanges' | 'responseCache'>;
