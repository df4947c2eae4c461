import { cors as honoCors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { DAY_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import type { AppContext, AppEnv } from '@/server/context';
import type { ServerEnv } from '@/server/config/env';

const exposedHeaders = [
  ...['api-version', 'deprecation', 'etag', 'link', 'ratelimit', 'ratelimit-policy', 'retry-after', 'sunset'],
  'x-request-id',
];

/**
 * Allows calls from pages of the configured origins, with credentials, so that sign-in can set its cookies from another
 * origin of the same site; no cookie authorizes a call. Pages of every other origin may read what `isOpen` says, without
 * credentials or a session.
 */
export function cors({ siteOrigins }: Pick<ServerEnv, 'siteOrigins'>, isOpen: (path: string) => boolean) {
  const maxAge = DAY_MS / SECOND_MS;
  const ofSite = honoCors({
    origin: siteOrigins,
    credentials: true,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: [
      'accessToken',
      'api-version',
      'content-type',
      'originUrl',
      'x-algolia-agent',
      'x-algolia-api-key',
      'x-algolia-application-id',
    ],
    exposeHeaders: exposedHeaders,
    maxAge,
  });
  const ofAnybody = honoCors({
    origin: '*',
    allowMethods: ['GET', 'HEAD'],
    allowHeaders: ['api-version', 'originUrl'],
    exposeHeaders: exposedHeaders,
    maxAge,
  });
  return createMiddleware<AppEnv>(async (c, next) => {
    const origin = c.req.header('origin');
    // Most requests have no origin. Hono's middleware would copy their whole response for one header.
    if (origin === undefined) {
      c.header('vary', 'Origin');
      return next();
    }
    if (siteOrigins.includes(origin) || !isRead(c) || !isOpen(c.req.path)) return ofSite(c, next);
    c.header('vary', 'Origin');
    return ofAnybody(c, next);
  });
}

/** Whether this is a read without a session, or the question of a browser whether it may make one. */
function isRead({ req }: AppContext): boolean {
  const method = req.method === 'OPTIONS' ? req.header('access-control-request-method') : req.method;
  return (method === 'GET' || method === 'HEAD') && req.header('accessToken') === undefined;
}
