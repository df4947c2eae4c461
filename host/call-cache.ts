import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { API_VERSION_HEADER } from '@/lib/contract/call';
import type { Deps } from '@/server/deps';
import { VARY, publicHeaders } from '@/server/http/every-call';
import { chooseRequestId } from '@/server/http/request-id';
import { commonHeaders } from '@/server/http/security-headers';
import { notePageRequest } from '@/host/pages/page-log';
import { sendStored, sizeOf, type StoredResponse, storeResponse } from '@/host/pages/stored-response';

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
export class CallCache {
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

export type CallCacheDeps = Pick<Deps, 'env' | 'logger' | 'metrics' | 'publicChanges' | 'responseCache'>;
