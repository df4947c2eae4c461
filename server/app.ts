import { Hono } from 'hono';
import type { AppContext, AppEnv } from './context';
import type { Deps } from './deps';
import { ApiError } from './errors';
import { cors } from './http/cors';
import { requestId } from './http/request-id';
import { requestLog } from './http/request-log';
import { accountRoutes } from './routes/account';
import { algoliaSearchRoutes } from './routes/algolia-search';
import { contactRoutes } from './routes/contact';
import { developmentRoutes } from './routes/development';
import { docsRoutes } from './routes/docs';
import { createHealthRoutes } from './routes/health';
import { localLoginRoutes } from './routes/local-login';
import { loginRoutes } from './routes/login';
import { imageRoutes } from './routes/images';
import { moderationRoutes } from './routes/moderation';
import { newsletterRoutes } from './routes/newsletter';
import { productRoutes } from './routes/products';
import { reactionRoutes } from './routes/reactions';
import { profileRoutes } from './routes/profiles';
import { sessionRoutes } from './routes/sessions';
import { submissionRoutes } from './routes/submissions';
import { tagRoutes } from './routes/tags';
import { tileRoutes } from './routes/tiles';

type AppOptions = {
  /** Where the JSON calls hang: below the site's own address, or at the root when the server runs alone. */
  basePath: '/api' | '/';
  isDraining?: () => boolean;
};

/** The whole product server as one fetch function; it knows nothing of sockets, React or Next. */
export function createApp(deps: Deps, { basePath, isDraining = () => false }: AppOptions): Hono<AppEnv> {
  const calls = new Hono<AppEnv>()
    .route('/', productRoutes)
    .route('/', tagRoutes)
    .route('/', newsletterRoutes)
    .route('/', contactRoutes)
    .route('/', loginRoutes)
    .route('/', localLoginRoutes)
    .route('/', accountRoutes)
    .route('/', sessionRoutes)
    .route('/', submissionRoutes)
    .route('/', moderationRoutes)
    .route('/', profileRoutes)
    .route('/', imageRoutes)
    .route('/', reactionRoutes)
    .route('/', tileRoutes)
    .route('/', docsRoutes)
    .route('/', developmentRoutes);

  const app = new Hono<AppEnv>();
  app.use(requestId(deps)).use(requestLog).use(cors(deps.env));
  app.route('/', createHealthRoutes({ isDraining })).route('/', algoliaSearchRoutes).route(basePath, calls);
  app.notFound((c) => refuse(c, new ApiError('not_found', 'There is no such call.')));
  app.onError((error, c) => refuse(c, toApiError(error, c)));
  return app;
}

/** What a caller may know of an error: an ApiError as it is, anything else only that it happened. */
function toApiError(error: Error, c: AppContext): ApiError {
  if (error instanceof ApiError) return error;
  c.var.deps.logger.error({ err: error, requestId: c.var.requestId, path: c.req.path }, 'unexpected error');
  return new ApiError('internal', 'Something went wrong on our side. Please try again.');
}

function refuse(c: AppContext, { code, message, status, details }: ApiError): Response {
  c.header('cache-control', 'private, no-store');
  if (details.retryAfterSeconds !== undefined) c.header('retry-after', String(details.retryAfterSeconds));
  return c.json(
    {
      isError: true,
      code,
      message,
      ...(details.fields && { fields: details.fields }),
      ...(details.product && { product: details.product }),
      requestId: c.var.requestId,
    },
    status,
  );
}
