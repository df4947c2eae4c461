import { AsyncLocalStorage } from 'node:async_hooks';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import { readdir } from 'node:fs/promises';
import next from 'next';
import type { Logger } from 'pino';
import { provideRenderedPath } from '@/lib/in-process';
import type { ServerEnv } from '@/server/env';
import { chooseRequestId } from '@/server/http/request-id';
import { pagePolicy } from '@/server/http/security-headers';
import { runWithRequestId } from '@/server/log';
import { refuse } from './front';
import { createPageNamer, logPageRequest } from './page-log';
import { logConsole } from './stray-errors';
import { dropRepeatedParameters } from './request-target';

type PagesOptions = {
  env: ServerEnv;
  isDevelopment: boolean;
  /** Sources of the inline scripts for the content security policy. */
  scriptHashes: readonly string[];
  logger: Logger;
};

/** For files that are the same for everyone until the next build. Pages that load data decide themselves. */
const fileCaching = 'public, max-age=0, s-maxage=1, must-revalidate';

/**
 * All that Next.js gets to know about a request. A page depends on its URL alone; everything else, like a cookie, a
 * forwarded host or a header by which parts of Next.js talk to each other, could only change what a cache then stores
 * for everyone.
 */
const knownHeaders = new Set([
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
]);

/** Renders the pages of the site with Next.js in this process. */
export async function openPages({ env, isDevelopment, scriptHashes, logger }: PagesOptions) {
  const app = next({
    dev: isDevelopment,
    dir: process.cwd(),
    webpack: true,
    // Next.js listens for WebSockets on this server. Only hot reloading needs them; elsewhere it gets one that is never
    // opened, and the site ignores requests to change the protocol, as HTTP allows.
    ...(!isDevelopment && { httpServer: createServer() }),
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  const renderedPath = new AsyncLocalStorage<string>();
  provideRenderedPath(() => renderedPath.getStore());
  const nameOf = await createPageNamer();
  // A developer needs the messages of errors.
  if (!isDevelopment) logConsole(logger);
  const policy = pagePolicy(env, { scriptHashes, isDevelopment });
  const files = isDevelopment ? new Set() : new Set(await listFiles());

  const listener: RequestListener = (req, res) => {
    const url = dropRepeatedParameters(req.url ?? '/');
    req.url = url;
    const path = pagePath(url);
    const requestId = chooseRequestId(req.headers['x-request-id'], env);
    res.setHeader('x-request-id', requestId);
    // Files of a page would be most of the lines.
    if (!path.startsWith('/_next/')) logPageRequest(req, res, { logger, requestId, page: nameOf(path) });
    // Next.js serves its development tools on pages' paths, with other methods and headers.
    if (!isDevelopment) {
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        res.setHeader('allow', 'GET, HEAD');
        refuse(res, 405, 'A page can only be read.');
        return;
      }
      req.headers = headersForPages(req);
    }
    // Next.js sets its own value for these, but only where there is none.
    if (url.startsWith('/_next/static/')) res.removeHeader('cache-control');
    else if (files.has(pathOf(url))) res.setHeader('cache-control', fileCaching);
    if (!url.startsWith('/_next/')) res.setHeader('content-security-policy', policy);
    runWithRequestId(requestId, () => renderedPath.run(path, () => void handle(req, res)));
  };
  return { listener, close: () => app.close() };
}

function headersForPages({ url, headers }: IncomingMessage): IncomingHttpHeaders {
  const known = Object.fromEntries(Object.entries(headers).filter(([name]) => knownHeaders.has(name)));
  // The browser's router sends it with every request for a page's data.
  return url?.startsWith('/_next/data/') ? { ...known, 'x-nextjs-data': '1' } : known;
}

/** The paths of the public files and of the pages that the build rendered. */
async function listFiles(): Promise<string[]> {
  const built = await readdir('.next/server/pages', { recursive: true });
  const pages = built.flatMap((file) => /^(?!404|500)(.+)\.html$/.exec(file)?.[1] ?? []);
  return [...pages, ...(await readdir('public', { recursive: true }))].map((file) => `/${file}`);
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? url;

/** The path of the page, also when the browser asks for the page's data alone: `/_next/data/<build>/tags.json` is `/tags`. */
function pagePath(url: string): string {
  const path = pathOf(url);
  const [, dataPath] = /^\/_next\/data\/[^/]+(\/.*)\.json$/.exec(path) ?? [];
  return dataPath === '/index' ? '/' : (dataPath ?? path);
}
