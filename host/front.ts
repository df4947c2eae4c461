import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { mayReadMetrics } from '@/server/http/local-request';
import { commonHeaders } from '@/server/http/security-headers';
import { CallCache, type CallCacheDeps } from './call-cache';
import { readRequestTarget } from './request-target';

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
      return refuse(res, 400, 'This request does not name one page of this host.');
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
  res.writeHead(status, { 'content-type': 'text/plain; charset=UTF-8' }).end(`${sentence}\n`);
}
