import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { OPEN_CALLS } from '@/lib/contract/calls';
import type { AppContext, AppEnv } from './context';
import { withDeadline } from './deadline';
import type { Deps } from './deps';
import { ApiError } from './errors';
import { cors } from './http/cors';
import { limitRequests } from './http/limited';
import { sendFailure, toApiError } from './http/failure';
import { requestId, requestLog } from './http/request-log';
import { accountRoutes } from './routes/account';
import { alternativeRoutes } from './routes/alternatives';
import { appealRoutes } from './routes/appeals';
import { algoliaSearchRoutes } from './routes/algolia-search';
import { claimRoutes } from './routes/claims';
import { cardRoutes } from './routes/cards';
import { contactRoutes } from './routes/contact';
import { developmentRoutes } from './routes/development';
import { docsRoutes } from './routes/docs';
import { embeddingRoutes } from './routes/embedding';
import { engineRoutes } from './routes/engines';
import { feedRoutes } from './routes/feeds';
import { createHealthRoutes } from './routes/health';
import { localLoginRoutes } from './routes/local-login';
import { listedRoutes } from './routes/listed';
import { brakeRoutes } from './routes/brakes';
import { invitationRoutes } from './routes/invitations';
import { editingRoutes } from './routes/editing';
import { historyRoutes } from './routes/history';
import { importRoutes } from './routes/imports';
import { memberRoutes } from './routes/members';
import { mergeRoutes } from './routes/merges';
import { ruleRoutes } from './routes/rules';
import { siteCheckRoutes } from './routes/site-checks';
import { reportRoutes } from './routes/reports';
import { ringRoutes } from './routes/rings';
import { tagCurationRoutes } from './routes/tag-curation';
import { suggestionRoutes } from './routes/suggestions';
import { webhookRoutes } from './routes/webhooks';
import { loginRoutes } from './routes/login';
import { loginPopupRoutes } from './routes/login-popup';
import { imageRoutes } from './routes/images';
import { markRoutes } from './routes/marks';
import { metricsRoutes } from './routes/metrics';
import { createMarkdownRoutes } from './routes/markdown-pages';
import { createMcpRoutes } from './routes/mcp';
import { moderationLogRoutes } from './routes/moderation-log';
import { moderationBatchRoutes } from './routes/moderation-batches';
import { moderationContextRoutes } from './routes/moderation-context';
import { moderationRoutes } from './routes/moderation';
import { newsletterRoutes } from './routes/newsletter';
import { productListRoutes } from './routes/product-lists';
import { productRoutes } from './routes/products';
import { reactionRoutes } from './routes/reactions';
import { openDataRoutes } from './routes/open-data';
import { profileRoutes } from './routes/profiles';
import { securityTxtRoutes } from './routes/security-txt';
import { sessionRoutes } from './routes/sessions';
import { submissionRoutes } from './routes/submissions';

/** The paths of the routes that are no calls of the contract. */
const otherPaths = [
  '/images/*',
  '/newsletter/one-click',
  '/marks/*',
  '/tiles/*',
  '/openapi.json',
  '/docs',
  '/dev/*',
  '/identity/*',
  '/user/login/:provider/callback',
  '/user/login/popup/*',
];

/** With the time for the response, a read ends within 3 seconds. */
const PUBLIC_READ_LIMIT_MS = 2_800;

type AppOptions = {
  /** The path of the JSON calls: `/api` below the site's own URL, `/` when the product server runs alone. */
  basePath: '/api' | '/';
  isDraining?: () => boolean;
};

/** The whole product server as one fetch function, independent of sockets, React and Next.js. */
export function createApp(deps: Deps, { basePath, isDraining = () => false }: AppOptions): Hono<AppEnv> {
  const calls = new Hono<AppEnv>();
  for (const path of otherPaths) calls.use(path, limitRequests);
  calls
    .route('/', productListRoutes)
    .route('/', productRoutes)
    .route('/', alternativeRoutes)
    .route('/', newsletterRoutes)
    .route('/', contactRoutes)
    .route('/', loginRoutes)
    .route('/', loginPopupRoutes)
    .route('/', localLoginRoutes)
    .route('/', accountRoutes)
    .route('/', sessionRoutes)
    .route('/', submissionRoutes)
    .route('/', moderationRoutes)
    .route('/', moderationBatchRoutes)
    .route('/', moderationContextRoutes)
    .route('/', invitationRoutes)
    .route('/', brakeRoutes)
    .route('/', importRoutes)
    .route('/', mergeRoutes)
    .route('/', siteCheckRoutes)
    .route('/', ruleRoutes)
    .route('/', reportRoutes)
    .route('/', memberRoutes)
    .route('/', appealRoutes)
    .route('/', ringRoutes)
    .route('/', tagCurationRoutes)
    .route('/', webhookRoutes)
    .route('/', historyRoutes)
    .route('/', editingRoutes)
    .route('/', suggestionRoutes)
    .route('/', claimRoutes)
    .route('/', moderationLogRoutes)
    .route('/', profileRoutes)
    .route('/', imageRoutes)
    .route('/', reactionRoutes)
    .route('/', markRoutes)
    .route('/', docsRoutes)
    .route('/', developmentRoutes);

  // Without a session: the client address is all that the other call learns of the client.
  const ownCall = (c: AppContext) => async (path: string, body?: unknown) => {
    const forwardedFor = c.req.header('x-forwarded-for');
    const headers = {
      'content-type': 'application/json',
      ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
    };
    const isSearch = path.startsWith('/1/');
    return app.request(
      isSearch || basePath === '/' ? path : basePath + path,
      { headers, ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }) },
      c.env,
    );
  };
  const markdownRoutes = createMarkdownRoutes(ownCall);
  const files = [engineRoutes, feedRoutes, openDataRoutes, markdownRoutes].flatMap(pathsOf);
  const base = basePath === '/' ? '' : basePath;
  const isOpen = createPathTest([
    ...files,
    ...['/openapi.json', ...OPEN_CALLS.map(({ path }) => path)].map((path) => base + path),
  ]);
  const app = new Hono<AppEnv>();
  app.use(requestId(deps)).use(requestLog).use(cors(deps.env, isOpen)).use(readDeadline);
  const otherRoutes = [engineRoutes, feedRoutes, listedRoutes, embeddingRoutes, markdownRoutes].flatMap(
    pathsOf,
  );
  for (const path of ['/1/*', '/.well-known/*', '/mcp', '/data/*', '/og/*', ...otherRoutes])
    app.use(path, limitRequests);
  app
    .route('/', createHealthRoutes({ isDraining }))
    .route('/', metricsRoutes)
    .route('/', securityTxtRoutes)
    .route('/', engineRoutes)
    .route('/', feedRoutes)
    .route('/', openDataRoutes)
    .route('/', listedRoutes)
    .route('/', embeddingRoutes)
    .route('/', cardRoutes)
    .route('/', createMcpRoutes(ownCall))
    .route('/', markdownRoutes)
    .route('/', algoliaSearchRoutes)
    .route(basePath, calls);
  app.notFound((c) => sendFailure(c, new ApiError('not_found', 'There is no such call.')));
  app.onError((error, c) => sendFailure(c, toApiError(error, c)));
  return app;
}

/** The paths of its routes, without those of its middleware. */
const pathsOf = ({ routes }: Hono<AppEnv>) => [
  ...new Set(routes.flatMap(({ method, path }) => (method === 'GET' ? path : []))),
];

/** Whether a path matches one of these patterns. */
function createPathTest(patterns: readonly string[]): (path: string) => boolean {
  const routes = new Hono();
  for (const pattern of patterns) routes.get(pattern, (c) => c.body(null));
  return (path) => routes.router.match('GET', path)[0].length > 0;
}

/** Limits the time that the queries of a public read take together. Any other query has its own limit. */
const readDeadline = createMiddleware<AppEnv>((c, next) =>
  isPublicRead(c) ? withDeadline(PUBLIC_READ_LIMIT_MS, next) : next(),
);

/** Algolia's clients search by POST. */
function isPublicRead({ req }: AppContext): boolean {
  const isRead = req.method === 'GET' || req.method === 'HEAD' || req.path.startsWith('/1/indexes/');
  return isRead && req.header('accessToken') === undefined;
}
