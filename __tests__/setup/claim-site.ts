import type { ServerResponse } from 'node:http';
import { type ClaimMethod, VERIFICATION_FILE as FILE, VERIFICATION_NAME } from '@/lib/contract/claim';

type SiteRequest = {
  path: string;
  host: string;
  token: string;
  /** How many requests the site has got, with this one. */
  count: number;
};

/** A site that somebody claims. What it leaves unanswered is answered with 404. */
export type ClaimSite = {
  name: string;
  /** How the claim is proved; absent for a site that the one who claims it does not own. */
  proof?: ClaimMethod;
  /** The link of the product, if not the front page of figgle.example. */
  url?: string;
  answer: (request: SiteRequest, res: ServerResponse) => void;
  /** The TXT records. */
  records?: (token: string) => string[];
};

type Headers = Record<string, string>;
type Page = (token: string, request: SiteRequest) => string | Buffer;

export const metaOf = (token: string) => `<meta name="${VERIFICATION_NAME}" content="${token}">`;
export const inHead = (head: string, body = '<h1>Figgle</h1>') =>
  `<!doctype html><html><head><title>Figgle</title>${head}</head><body>${body}</body></html>`;

export const send = (res: ServerResponse, page: string | Buffer, type = 'text/html', headers: Headers = {}) =>
  res.writeHead(200, { 'content-type': type, ...headers }).end(page);
export const redirect = (res: ServerResponse, location: string) => res.writeHead(302, { location }).end();

/** A site with one page, and nothing else. */
const at =
  (path: string, page: Page, type?: string, headers?: Headers): ClaimSite['answer'] =>
  (request, res) => {
    if (request.path === path) send(res, page(request.token, request), type, headers);
  };
export const front = (page: Page, type = 'text/html; charset=utf-8', headers?: Headers) =>
  at('/', page, type, headers);
export const frontHead = (head: (token: string) => string, body?: string) =>
  front((token) => inHead(head(token), body));
export const file = (page: Page, type = 'text/plain; charset=utf-8', headers?: Headers) =>
  at(FILE, page, type, headers);
/** A site that answers every path. */
export const everywhere =
  (page: Page, type = 'text/html; charset=utf-8'): ClaimSite['answer'] =>
  (request, res) =>
    send(res, page(request.token, request), type);
/** A site that redirects the file to a page that some member has written. */
export const redirectFile =
  (location: string): ClaimSite['answer'] =>
  ({ path, token }, res) => {
    if (path === FILE) redirect(res, location);
    else send(res, token, 'text/plain');
  };

export const other = 'O'.repeat(32);
export const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
export const mebibyte = 1024 * 1024;
