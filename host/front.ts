import type { RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { ServerEnv } from '@/server/env';
import { commonHeaders } from '@/server/http/security-headers';
import { readRequestTarget } from './request-target';

/** Requests that go to the product server without passing through Next.js. */
const productServerPath = /^\/(api|1|healthz|readyz|\.well-known\/security\.txt)(?=[/?]|$)/;

type FrontOptions = {
  env: Pick<ServerEnv, 'siteURL'>;
  app: { fetch: (request: Request) => Response | Promise<Response> };
  /** Answers every other path. Absent: the product server answers all paths. */
  pages?: RequestListener;
  isDraining: () => boolean;
};

/** Takes every request of a process: checks its target, sets the common headers and passes it on. */
export function createFront({ env, app, pages, isDraining }: FrontOptions): RequestListener {
  const headers = commonHeaders(env);
  const answer = getRequestListener(app.fetch);
  return (req, res) => {
    res.setHeaders(headers);
    if (isDraining()) res.setHeader('connection', 'close');
    const target = readRequestTarget(req);
    if (target === undefined) {
      refuse(res, 400, 'This request does not name one page of this host.');
      return;
    }
    req.url = target;
    if (pages && !productServerPath.test(target)) pages(req, res);
    else void answer(req, res);
  };
}

/** Answers without any other code. */
export function refuse(res: ServerResponse, status: 400 | 405, sentence: string): void {
  res.writeHead(status, { 'content-type': 'text/plain; charset=UTF-8' }).end(`${sentence}\n`);
}
