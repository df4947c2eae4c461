import type { Notices } from '@/lib/contract/plain/site';
import { env } from './env';

/** The body of the response that the product server has ready for a GET request without a session, by path and query. */
type ReadyBodyFinder = (target: string) => Promise<string | undefined>;

/**
 * What the host provides to the pages that it renders. It goes through the global object because Next bundles pages
 * separately from the host.
 */
declare global {
  var productServerFetch: typeof fetch | undefined;
  var findReadyBody: ReadyBodyFinder | undefined;
  var renderedPath: (() => string | undefined) | undefined;
  var siteNotices: (() => Notices) | undefined;
  var renderedRequestId: (() => string | undefined) | undefined;
  var noteForeignAnswer: (() => void) | undefined;
}

/** Calls the product server without a socket. Undefined in the browser, and when the server is another process. */
export const inProcessFetch = (): typeof fetch | undefined => globalThis.productServerFetch;

export function provideInProcessFetch(productServerFetch: typeof fetch): void {
  globalThis.productServerFetch = productServerFetch;
}

export const findReadyBody: ReadyBodyFinder = async (target) => globalThis.findReadyBody?.(target);

export function provideReadyBodies(find: ReadyBodyFinder): void {
  globalThis.findReadyBody = find;
}

/** @param renderedPath the path of the page that the current request asks for; undefined outside of a request. */
export function provideRenderedPath(renderedPath: () => string | undefined): void {
  globalThis.renderedPath = renderedPath;
}

export const siteNotices = (): Notices => globalThis.siteNotices?.() ?? env.notices;

export function provideNotices(notices: () => Notices): void {
  globalThis.siteNotices = notices;
}

/** @param requestId the id of the request for a page; undefined outside of one. */
export function provideRequestId(requestId: () => string | undefined): void {
  globalThis.renderedRequestId = requestId;
}

/** Says that the page has an answer of another company, which tells nothing of its changes: the page is kept for a moment only. */
export const noteForeignAnswer = (): void => globalThis.noteForeignAnswer?.();

export function provideForeignAnswerNote(note: () => void): void {
  globalThis.noteForeignAnswer = note;
}

/** Longer paths belong to no page, and a header this long still fits beside the path itself. */
const pathCharsMax = 2_048;

/**
 * The client's own URL, which every call to the product server carries in the header `originUrl`: origin and path of
 * the page, without its query. The same in the browser and while the page is rendered.
 */
function originUrl(): string {
  if (typeof window !== 'undefined') return window.location.origin + window.location.pathname;
  const { origin } = new URL(env.siteURL);
  return origin + (globalThis.renderedPath?.() ?? '/').slice(0, pathCharsMax);
}

/** The headers of every call. A product server in another process logs the id of the request for the page. */
export function callHeaders(): { originUrl: string; 'x-request-id'?: string } {
  const headers = { originUrl: originUrl() };
  if (typeof window !== 'undefined') return headers;
  const requestId = globalThis.renderedRequestId?.();
  return requestId === undefined ? headers : { ...headers, 'x-request-id': requestId };
}
