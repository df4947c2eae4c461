import { ApiFailure, call } from '@/lib/api/http';
import { findProductCall } from '@/lib/contract/product';
import { nounSlug } from '@/lib/contract/plain/site';
import { productPath } from '@/lib/pages/paths';
import { SETTINGS_PAGES, settingsPageOf, settingsPath } from '@/lib/pages/settings-pages';
import { IncomingMessage, type OutgoingHttpHeaders, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { ServerEnv } from '@/server/config/env';

export type RenderedPage = { status: number; headers: Map<string, string>; body: Buffer };

/** A response that keeps what is written to it. */
class KeptResponse extends ServerResponse {
  readonly #chunks: Buffer[] = [];
  readonly #headers = new Map<string, string>();

  override writeHead(status: number, ...rest: readonly unknown[]): this {
    this.statusCode = status;
    const headers = rest.at(-1);
    if (Array.isArray(headers)) {
      const flat: unknown[] = headers.flat();
      for (let index = 0; index < flat.length; index += 2) this.#keep(String(flat[index]), flat[index + 1]);
    } else if (typeof headers === 'object' && headers !== null) {
      for (const [name, value] of Object.entries(headers)) this.#keep(name, value);
    }
    return this;
  }

  override flushHeaders(): void {
    // Nothing is sent.
  }

  override write(chunk: unknown, ...rest: readonly unknown[]): boolean {
    this.#add(chunk, rest);
    const onWritten = rest.find(isCallback);
    if (onWritten) queueMicrotask(onWritten);
    return true;
  }

  override end(...given: readonly unknown[]): this {
    const [chunk, ...rest] = given;
    if (typeof chunk !== 'function') this.#add(chunk, rest);
    const headers: OutgoingHttpHeaders = this.getHeaders();
    for (const [name, value] of Object.entries(headers))
      if (!this.#headers.has(name)) this.#keep(name, value);
    Object.defineProperty(this, 'headersSent', { value: true });
    Object.defineProperty(this, 'writableEnded', { value: true });
    Object.defineProperty(this, 'writableFinished', { value: true });
    this.emit('finish');
    this.emit('close');
    return this;
  }

  get kept(): RenderedPage {
    return { status: this.statusCode, headers: this.#headers, body: Buffer.concat(this.#chunks) };
  }

  #keep(name: string, value: unknown): void {
    this.#headers.set(name.toLowerCase(), Array.isArray(value) ? value.join(', ') : String(value));
  }

  #add(chunk: unknown, [encoding]: readonly unknown[]): void {
    if (typeof chunk === 'string') {
      this.#chunks.push(Buffer.from(chunk, encoding === 'latin1' ? encoding : 'utf8'));
    } else if (chunk instanceof Uint8Array) this.#chunks.push(Buffer.from(chunk));
  }
}

const isCallback = (value: unknown): value is () => void => typeof value === 'function';

const RENDER_MS_MAX = 30_000;

/**
 * Renders a page from a synthetic request: without cookies, conditions, ranges or any other header of a visitor, so
 * that nothing of one visitor can reach another.
 */
export function renderPage(render: RequestListener, target: string): Promise<RenderedPage> {
  const req = new IncomingMessage(new Socket());
  req.method = 'GET';
  req.url = target;
  req.httpVersion = '1.1';
  req.httpVersionMajor = 1;
  req.httpVersionMinor = 1;
  req.headers = { host: 'localhost' };
  req.push(null);
  const res = new KeptResponse(req);
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => {
      reject(new Error('A page was not rendered within 30 seconds.'));
      req.destroy();
    }, RENDER_MS_MAX);
    res.once('finish', () => {
      clearTimeout(deadline);
      resolve(res.kept);
    });
    render(req, res);
  });
}

/** Pages say themselves that they are public. Pages that do not exist any more or yet are the same for everyone, too. */
export function isStorable({ status, headers }: RenderedPage): boolean {
  if (headers.has('set-cookie')) return false;
  const isPublic = /\bpublic\b/.test(headers.get('cache-control') ?? '');
  return status === 200 ? isPublic : [308, 400, 404, 410].includes(status);
}

/** Headers that describe one transfer, or that each request gets its own value of. */
const notKept = new Set([
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-request-id',
]);

export const keptHeaders = ({ headers }: RenderedPage) =>
  new Map([...headers].filter(([name]) => !notKept.has(name)));

/** Sends a response that is not stored, such as a failure. Its body may contain the id of the rendered request. */
export function sendRendered(
  { status, headers, body }: RenderedPage,
  { req, res, requestId }: { req: IncomingMessage; res: ServerResponse; requestId: string },
): void {
  const own = new Map([['x-request-id', requestId], ...headers, ['content-length', String(body.length)]]);
  own.delete('transfer-encoding');
  res.writeHead(status, [...own].flat());
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** Answers by which the product server says that nothing is at a path. */
const MISSING: readonly string[] = ['not_found', 'bad_request', 'gone'];

/**
 * The page of the product that an import has found at this path of another system, or that had the path while the site
 * had another noun; or the page of settings for `/settings/…`.
 *
 * @throws when the product server cannot tell.
 */
export async function findMoved(
  oldPath: string,
  { formerNouns, siteNoun }: Pick<ServerEnv, 'formerNouns' | 'siteNoun'>,
): Promise<string | undefined> {
  const [, page] = /^\/settings\/(\w+)$/.exec(oldPath) ?? [];
  if (page !== undefined && SETTINGS_PAGES.some((known) => known === page))
    return settingsPath(settingsPageOf(page));
  const [, first, rest] = /^\/([^/]+)(\/.+)$/.exec(oldPath) ?? [];
  if (first !== undefined && first !== nounSlug(siteNoun) && formerNouns.map(nounSlug).includes(first))
    return `/${nounSlug(siteNoun)}${rest}`;
  try {
    await call(findProductCall, { params: { slug: decodeURIComponent(oldPath) } });
  } catch (error) {
    if (error instanceof URIError) return undefined;
    if (!(error instanceof ApiFailure) || !MISSING.includes(error.code)) throw error;
    const { movedTo } = error.fields;
    if (movedTo) return productPath(movedTo);
  }
  return undefined;
}
