import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import next from 'next';
import type { Logger } from 'pino';
import { currentCatalog, textsLanguage } from '@/lib/texts/language';
import { t } from '@/lib/texts/texts';
import { provideForeignAnswerNote, provideRenderedPath, provideRequestId } from '@/lib/in-process';
import { nounSlug } from '@/lib/contract/plain/site';
import { currentContext, runInContext } from '@/server/base/async-context';
import type { ServerEnv } from '@/server/config/env';
import { filterFieldsOf } from '@/server/fields/field';
import type { CursorSigner } from '@/server/http/derived-keys';
import { addSources, type PublicChanges } from '@/server/http/public-changes';
import { chooseRequestId } from '@/server/http/request-log';
import { commonHeaders, createPageHeaders } from '@/server/http/security-headers';
import { currentRequestId, runWithRequestId } from '@/server/base/log';
import type { Metrics } from '@/server/metrics/metrics';
import type { RateLimits } from '@/server/limits/rate-limits';
import type { SiteNotices } from '@/server/config/site-notices';
import type { SiteSettings } from '@/server/config/site-settings';
import { refuse, dropRepeatedParameters } from './front';
import { PACKAGE_FOLDER, readPackageFile } from './folders';
import type { OwnPages } from '@/host/pages/own-pages';
import { PageCache, UNKNOWN_SOURCES_MS } from '@/host/pages/page-cache';
import { createPageKeyReader } from '@/host/pages/page-key';
import { createPageNamer, logConsole, NAME_OF_MISSING, notePageRequest } from '@/host/pages/page-log';
import { headersForPages, pagePath, pathOf } from '@/host/pages/page-request';
import { renderToStrings } from '@/host/pages/pages-renderer';
import { findMoved, isStorable, keptHeaders, renderPage, sendRendered } from '@/host/pages/render-page';
import { createRenderCounter, describeRefusal } from '@/host/pages/render-queue';
import { loadPageFiles, presentPathOf, publicFileHeaders, storeRemovingWorker } from './static-files';
import { createSiteIcons } from '@/host/pages/site-icons';
import { renderMarkdown, textPageOf } from '@/host/pages/text-markdown';
import { sendStored, type StoredResponse, storeResponse } from '@/host/pages/stored-response';

declare module '@/server/base/async-context' {
  interface AsyncContext {
    /** The path of the page that is rendered. */
    renderedPath?: string;
  }
}

type PagesOptions = {
  env: ServerEnv;
  isDevelopment: boolean;
  /** Sources of the inline scripts for the content security policy. */
  scriptHashes: readonly string[];
  logger: Logger;
  metrics: Metrics;
  publicChanges: PublicChanges;
  checkCursor: CursorSigner['check'];
  rateLimits: RateLimits;
  notices: Pick<SiteNotices, 'remainingMs'>;
  settings: Pick<SiteSettings, 'onApply'>;
  ownPages: OwnPages;
  /** The logo of the site by its key. */
  readLogo: (key: string) => Promise<Buffer>;
};

/** Renders the pages of the site with Next.js in this process. */
export async function openPages({
  env,
  isDevelopment,
  scriptHashes,
  logger,
  metrics,
  publicChanges,
  checkCursor,
  rateLimits,
  notices,
  settings,
  ownPages,
  readLogo,
}: PagesOptions) {
  if (!isDevelopment) renderToStrings();
  const app = next({
    dev: isDevelopment,
    dir: PACKAGE_FOLDER,
    webpack: true,
    // Next.js listens for WebSockets on this server. Only hot reloading needs them; elsewhere it gets one that is never
    // opened, and the site ignores requests to change the protocol, as HTTP allows.
    ...(!isDevelopment && { httpServer: createServer() }),
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  provideRenderedPath(() => currentContext().renderedPath);
  provideRequestId(currentRequestId);
  provideForeignAnswerNote(() => addSources({ maxAgeMs: UNKNOWN_SOURCES_MS }));
  const nameOf = await createPageNamer();
  if (!isDevelopment) logConsole(logger);
  const createHeaders = () => createPageHeaders(env, { scriptHashes, isDevelopment });
  let headersOf = createHeaders();
  const common = commonHeaders(env);
  const countRender = createRenderCounter(env, rateLimits);
  let files = isDevelopment ? new Map<string, StoredResponse>() : await loadPageFiles(common, headersOf('/'));
  /** Pages of text as Markdown. A change of the site begins new ones. */
  let textPages = new Map<string, StoredResponse>();
  const removingWorker = storeRemovingWorker(common);
  const readHeaders = () => publicFileHeaders(common, headersOf('/'));
  const icons = await createSiteIcons(env, { readHeaders, readLogo, logger });
  const fileAt = (path: string) =>
    path === '/sw.js' && (isDevelopment || !env.keepsPagesOffline)
      ? removingWorker
      : (icons.get(path) ?? files.get(path) ?? textPages.get(path));
  settings.onApply(() => {
    headersOf = createHeaders();
    void icons.renew();
    // In another language than English, the service worker has the words of the site.
    if (!isDevelopment && currentCatalog())
      void loadPageFiles(common, headersOf('/')).then((loaded) => (files = loaded));
  });
  publicChanges.onSiteChange(() => Promise.resolve(void (textPages = new Map<string, StoredResponse>())));
  const movedPath = async (path: string) => ownPages.pathOf(path) ?? findMoved(path, env);
  // A product server elsewhere tells nothing of its changes.
  const cache =
    isDevelopment || !env.serverURL.startsWith('/')
      ? undefined
      : new PageCache({
          readKey: createPageKeyReader({
            buildId: (await readPackageFile('.next/BUILD_ID')).trim(),
            noun: () => nounSlug(env.siteNoun),
            isOwnPage: (path) => ownPages.has(path),
            isMissing: (path) => NAME_OF_MISSING.test(nameOf(path)),
            filterFields: filterFieldsOf(env.fields),
            checkCursor,
          }),
          render: (target, requestId) => {
            addSources({ maxAgeMs: notices.remainingMs });
            return metrics.timePageRender(() =>
              renderPage((req, res) => {
                res.setHeaders(common);
                render(req, res, requestId);
              }, target),
            );
          },
          countRender,
          findMoved: movedPath,
          changes: publicChanges,
          begin,
          headers: common,
          bytesMax: env.pageCacheBytes,
        });
  if (cache) metrics.watchPageCache(() => cache.figures);

  /** Gives a request its id, and a line in the log if it is for a page: files would be most of the lines. */
  function begin(req: IncomingMessage, res: ServerResponse, path: string) {
    const requestId = chooseRequestId(req.headers['x-request-id'], env);
    if (!/^\/(?:l\/[^/]+\/)?_next\//.test(path))
      notePageRequest(req, res, { logger, metrics, requestId, page: nameOf(path) });
    return { requestId, added: ['x-request-id', requestId] };
  }

  function answerStored(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false;
    const path = pathOf(req.url ?? '/');
    const file = fileAt(path);
    const presentPath = file ? undefined : presentPathOf(path);
    if (presentPath !== undefined && files.has(presentPath)) {
      const { added } = begin(req, res, path);
      res.setHeaders(common);
      res
        .writeHead(307, { location: presentPath, 'cache-control': 'no-cache', 'x-request-id': added[1] })
        .end();
      return true;
    }
    // Its page is rendered when somebody asks first.
    if (!file && textPageOf(path) !== undefined) return false;
    if (!file) return cache?.answer(req, res) ?? false;
    sendStored(file, { req, res, ...begin(req, res, path) });
    return true;
  }

  function render(req: IncomingMessage, res: ServerResponse, requestId: string): void {
    const url = req.url ?? '/';
    res.setHeader('x-request-id', requestId);
    if (!isDevelopment) req.headers = headersForPages(req);
    // Next.js sets its own value for these, but only where there is none.
    if (url.startsWith('/_next/static/')) res.removeHeader('cache-control');
    if (!url.startsWith('/_next/')) {
      res.setHeaders(headersOf(pathOf(url)));
      res.setHeader('content-language', textsLanguage());
    }
    runWithRequestId(requestId, () =>
      runInContext({ renderedPath: pagePath(url) }, () => void handle(req, res)),
    );
  }

  /** Without a cache, a page has the ETag that a kept one has, for the caches in front of the site. */
  function renderOnce(req: IncomingMessage, res: ServerResponse, requestId: string): void {
    const rendered = renderPage((own, answer) => render(own, answer, requestId), req.url ?? '/');
    const findLocation = (status: number) =>
      status === 404 ? movedPath(pathOf(req.url ?? '/')) : Promise.resolve(undefined);
    Promise.all([rendered, rendered.then(({ status }) => findLocation(status))]).then(
      ([page, location]) => {
        if (location !== undefined) {
          res.writeHead(308, { location, 'content-length': '0', 'x-request-id': requestId }).end();
          return;
        }
        const stored =
          isStorable(page) && storeResponse({ ...page, headers: keptHeaders(page), isCompressible: true });
        if (stored) sendStored(stored, { req, res, added: ['x-request-id', requestId] });
        else sendRendered(page, { req, res, requestId });
      },
      () => refuse(res, 503, t('page.notRendered', 'This page could not be rendered. Please try again.')),
    );
  }

  /** Answers with the text of a page as Markdown, and keeps it. */
  function answerMarkdown(req: IncomingMessage, res: ServerResponse, requestId: string): void {
    const path = pathOf(req.url ?? '/');
    const kept = textPages;
    renderMarkdown((own, answer) => render(own, answer, requestId), path, { env, common }).then(
      (stored) => {
        if (!isDevelopment) kept.set(path, stored);
        sendStored(stored, { req, res, added: ['x-request-id', requestId] });
      },
      (error: unknown) => {
        logger.error({ err: error }, 'The text of a page could not be read.');
        refuse(res, 503, t('page.notRead', 'This page could not be read. Please try again.'));
      },
    );
  }

  const listener: RequestListener = (req, res) => {
    const url = dropRepeatedParameters(req.url ?? '/');
    req.url = url;
    const { requestId } = begin(req, res, pagePath(url));
    // Next.js serves its development tools on pages' paths, with other methods and headers.
    if (!isDevelopment && req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('x-request-id', requestId);
      res.setHeader('allow', 'GET, HEAD');
      refuse(res, 405, t('page.readOnly', 'A page can only be read.'));
      return;
    }
    const isCounted = !isDevelopment && !url.startsWith('/_next/static/');
    const renderUncached = isCounted && !cache ? renderOnce : render;
    (isCounted ? countRender(req, { isDeep: true }) : Promise.resolve())
      // Settings of another process hold for pages that are no cache's, too.
      .then(() => publicChanges.keepUp())
      .then(
        () => (textPageOf(pathOf(url)) ? answerMarkdown : renderUncached)(req, res, requestId),
        (error: unknown) => {
          res.setHeader('x-request-id', requestId);
          const { status, message, seconds } = describeRefusal(error);
          res.setHeader('retry-after', seconds);
          refuse(res, status, message);
        },
      );
  };
  return { listener, answerStored, close: () => app.close() };
}
