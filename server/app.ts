import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { CALLS, OPEN_CALLS } from '@/lib/contract/calls';
import { sendContactMessageCall } from '@/lib/contract/contact';
import { subscribeToNewsletterCall } from '@/lib/contract/newsletter';
import { reportProductCall } from '@/lib/contract/report';
import { signInByPasskeyCall, startPasskeySignInCall } from '@/lib/contract/passkey';
import { POPUPS, sendEmailCodeCall, signInByEmailCall, startSignInCalls } from '@/lib/contract/sign-in';
import type { AppContext, AppEnv } from './context';
import { withDeadline } from '@/server/base/async-context';
import type { Deps } from './deps';
import { ApiError } from './base/errors';
import { cors } from './http/cors';
import { limitRequests } from './http/every-call';
import { noForeignLoads, ownPagesOnly } from './http/foreign-load';
import { sendFailure, toApiError } from './http/failure';
import { requestId, requestLog } from '@/server/http/request-log';
import { accountRoutes } from './routes/account';
import { alternativeRoutes } from './routes/alternatives';
import { memberRoutes } from './routes/moderation/members';
import { algoliaSearchRoutes } from './routes/algolia-search';
import { productSiteRoutes } from './routes/product-sites';
import { cardRoutes } from '@/server/routes/documents/cards';
import { contactRoutes } from './routes/contact';
import { createMcpRoutes, createProbeRoutes, machineCallRoutes } from './routes/machine';
import { embeddingRoutes } from '@/server/routes/documents/embedding';
import { engineRoutes } from '@/server/routes/documents/engines';
import { feedRoutes } from '@/server/routes/documents/feeds';
import { localLoginRoutes } from '@/server/routes/sign-in/local-login';
import { ownPageRoutes } from './routes/own-pages';
import { backupRoutes } from './routes/backups';
import { subscriberRoutes } from './routes/subscribers';
import { settingsRoutes } from './routes/settings';
import { setupRoutes } from './routes/setup';
import { siteCallRoutes, sitePathRoutes } from './routes/site';
import { sitemapRoutes } from '@/server/routes/documents/sitemaps';
import { brakeRoutes } from '@/server/routes/moderation/brakes';
import { invitationRoutes } from '@/server/routes/moderation/invitations';
import { moderationRoutes } from './routes/moderation/moderation';
import { historyRoutes } from '@/server/routes/history';
import { importRoutes } from '@/server/routes/moderation/imports';
import { mergeRoutes } from '@/server/routes/moderation/merges';
import { reportRoutes } from './routes/reports';
import { ringRoutes } from '@/server/routes/moderation/rings';
import { synonymRuleRoutes } from '@/server/routes/moderation/synonym-rules';
import { tagCurationRoutes } from '@/server/routes/moderation/tag-curation';
import { suggestionRoutes } from '@/server/routes/suggestions';
import { staffNoticeRoutes } from '@/server/routes/moderation/staff-notices';
import { webhookRoutes } from '@/server/routes/moderation/webhooks';
import { waysToSignInRoutes } from '@/server/routes/ways-to-sign-in';
import { loginRoutes } from '@/server/routes/sign-in/login';
import { loginPopupRoutes } from '@/server/routes/sign-in/login-popup';
import { imageRoutes } from './routes/images';
import { markRoutes } from '@/server/routes/documents/marks';
import { createMarkdownRoutes } from '@/server/routes/documents/markdown-pages';
import { moderationContextRoutes } from '@/server/routes/moderation/moderation-context';
import { newsletterRoutes } from './routes/newsletter';
import { productListRoutes } from './routes/product-lists';
import { productRoutes } from './routes/products';
import { reactionRoutes } from './routes/reactions';
import { openDataRoutes } from '@/server/routes/documents/open-data';
import { profileRoutes } from './routes/profiles';
import { submissionRoutes } from './routes/submissions';
import { textsLanguage } from '@/lib/texts/language';
import { text } from '@/lib/texts/texts';

/** The headers that tell which client asks, and whether a page of another site makes it ask. */
const COUNTED_BY = [
  ...['x-forwarded-for', 'origin', 'referer'],
  ...['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'],
];

/** What is served below the path of the JSON calls. */
const CALL_ROUTES = [
  productListRoutes,
  productRoutes,
  alternativeRoutes,
  newsletterRoutes,
  contactRoutes,
  loginRoutes,
  loginPopupRoutes,
  localLoginRoutes,
  accountRoutes,
  waysToSignInRoutes,
  submissionRoutes,
  moderationRoutes,
  moderationContextRoutes,
  invitationRoutes,
  brakeRoutes,
  settingsRoutes,
  setupRoutes,
  ownPageRoutes,
  subscriberRoutes,
  backupRoutes,
  importRoutes,
  mergeRoutes,
  productSiteRoutes,
  reportRoutes,
  memberRoutes,
  ringRoutes,
  tagCurationRoutes,
  synonymRuleRoutes,
  webhookRoutes,
  staffNoticeRoutes,
  historyRoutes,
  suggestionRoutes,
  siteCallRoutes,
  profileRoutes,
  imageRoutes,
  reactionRoutes,
  markRoutes,
  machineCallRoutes,
];

/** Each begins a sign-in: it stores an attempt, and few are allowed. */
const SIGN_IN_STARTS = [...Object.values(startSignInCalls).map(({ path }) => path), POPUPS.oauth];

/** What anyone may send with a form, without the token of an email: a form of another site could send it from its visitors' browsers. */
const OPEN_FORMS = [
  ...[sendContactMessageCall, subscribeToNewsletterCall, reportProductCall],
  ...[sendEmailCodeCall, signInByEmailCall, startPasskeySignInCall, signInByPasskeyCall],
].map(({ path }) => path);

/** With the time for the response, a read ends within 3 seconds. */
const PUBLIC_READ_LIMIT_MS = 2_800;

type AppOptions = {
  /** The path of the JSON calls: `/api` below the site's own URL, `/` when the product server runs alone. */
  basePath: '/api' | '/';
  isDraining?: () => boolean;
};

/** The whole product server as one fetch function, independent of sockets, React and Next.js. */
export function createApp(deps: Deps, { basePath, isDraining = () => false }: AppOptions): Hono<AppEnv> {
  const base = basePath === '/' ? '' : basePath;
  const calls = new Hono<AppEnv>();
  for (const path of [...SIGN_IN_STARTS, ...OPEN_FORMS]) calls.use(path, ownPagesOnly);
  calls.use('/user/login/:provider/callback', noForeignLoads);
  calls.use(countRequestsTo(pathsBesideCalls().map((path) => base + path)));
  for (const routes of CALL_ROUTES) calls.route('/', routes);

  // Without a session: the other call learns of the client what its limits are counted by.
  const ownCall = (c: AppContext) => async (path: string, body?: unknown) => {
    const passedOn = COUNTED_BY.flatMap((name): [string, string][] => {
      const value = c.req.header(name);
      return value === undefined ? [] : [[name, value]];
    });
    const headers = { 'content-type': 'application/json', ...Object.fromEntries(passedOn) };
    const isSearch = path.startsWith('/1/');
    return app.request(
      isSearch || basePath === '/' ? path : basePath + path,
      { headers, ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }) },
      c.env,
    );
  };
  const markdownRoutes = createMarkdownRoutes(ownCall);
  const openFiles = [engineRoutes, sitemapRoutes, feedRoutes, openDataRoutes, markdownRoutes];
  const counted = [
    ...[...openFiles, sitePathRoutes, embeddingRoutes, cardRoutes],
    ...[createMcpRoutes(ownCall), algoliaSearchRoutes],
  ];
  const isOpen = createPathTest([
    ...openFiles.flatMap(pathsOf),
    ...['/openapi.json', ...OPEN_CALLS.map(({ path }) => path)].map((path) => base + path),
  ]);
  const app = new Hono<AppEnv>();
  app
    .use(requestId(deps))
    .use(requestLog)
    .use(cors(deps.env, isOpen))
    .use(readDeadline)
    .use(nameLanguage)
    .use(countRequestsTo(counted.flatMap(({ routes }) => routes.map(({ path }) => path))))
    .route('/', createProbeRoutes({ isDraining }));
  for (const routes of counted) app.route('/', routes);
  app.route(basePath, calls);
  app.notFound((c) =>
    sendFailure(c, new ApiError('not_found', text('call.unknown', 'There is no such call.'))),
  );
  app.onError((error, c) => sendFailure(c, toApiError(error, c)));
  return app;
}

/** The paths below that of the JSON calls that some method or all of them serve without a call of the contract. */
function pathsBesideCalls(): string[] {
  const names = new Set(CALLS.map(({ method, path }) => `${method.toUpperCase()} ${path}`));
  const routes = CALL_ROUTES.flatMap((app) => app.routes);
  return routes.filter(({ method, path }) => !names.has(`${method} ${path}`)).map(({ path }) => path);
}

function countRequestsTo(patterns: readonly string[]) {
  const isCounted = createPathTest(patterns);
  return createMiddleware<AppEnv>((c, next) => (isCounted(c.req.path) ? limitRequests(c, next) : next()));
}

/** The paths of its routes, without those of its middleware. */
const pathsOf = ({ routes }: Hono<AppEnv>) => [
  ...new Set(routes.flatMap(({ method, path }) => (method === 'GET' ? path : []))),
];

function createPathTest(patterns: readonly string[]): (path: string) => boolean {
  const routes = new Hono();
  for (const pattern of new Set(patterns)) routes.get(pattern, (c) => c.body(null));
  return (path) => routes.router.match('GET', path)[0].length > 0;
}

/** HTML, Markdown, feeds, the manifest and the description of the search. Calls name no language: programs read them. */
const DOCUMENT = /^(?:text\/(?:html|markdown)|application\/(?:[a-z]+\+xml|feed\+json|manifest\+json))/;

const nameLanguage = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (DOCUMENT.test(c.res.headers.get('content-type') ?? '')) c.header('content-language', textsLanguage());
});

/** Limits the time that the queries of a public read take together. Any other query has its own limit. */
const readDeadline = createMiddleware<AppEnv>((c, next) =>
  isPublicRead(c) ? withDeadline(PUBLIC_READ_LIMIT_MS, next) : next(),
);

/** Algolia's clients search by POST. The callback of a sign-in waits for a provider before it writes. */
function isPublicRead({ req }: AppContext): boolean {
  const isRead = req.method === 'GET' || req.method === 'HEAD' || req.path.startsWith('/1/indexes/');
  return isRead && req.header('accessToken') === undefined && !req.path.includes('/user/login/');
}
