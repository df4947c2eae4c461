import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/**
 * All that Next.js gets to know about a request. A page depends on its URL alone; everything else, like a cookie, a
 * forwarded host or a header by which parts of Next.js talk to each other, could only change what a cache then stores
 * for everyone.
 */
const knownHeaders = new Set(
  'host if-match if-modified-since if-none-match if-range if-unmodified-since range'.split(' '),
);

export function headersForPages({ url, headers }: IncomingMessage): IncomingHttpHeaders {
  const known = Object.fromEntries(Object.entries(headers).filter(([name]) => knownHeaders.has(name)));
  // The browser's router sends it with every request for a page's data.
  return url?.startsWith('/_next/data/') ? { ...known, 'x-nextjs-data': '1' } : known;
}

export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** The path of the page, also when the browser asks for the page's data alone: `/_next/data/<build>/tags.json` is `/tags`. */
export function pagePath(url: string): string {
  const path = pathOf(url);
  const [, dataPath] = /^\/_next\/data\/[^/]+(\/.*)\.json$/.exec(path) ?? [];
  return dataPath === '/index' ? '/' : (dataPath ?? path);
}
