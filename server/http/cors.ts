import { cors as honoCors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { DAY_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import type { AppEnv } from '@/server/context';
import type { ServerEnv } from '@/server/env';

/**
 * Allows calls from pages of the configured origins. Allows credentials, so that sign-in can set its cookies from
 * another origin of the same site; no cookie authorizes a call.
 */
export function cors({ siteOrigins }: Pick<ServerEnv, 'siteOrigins'>) {
  const crossOrigin = honoCors({
    origin: siteOrigins,
    credentials: true,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: [
      'accessToken',
      'content-type',
      'originUrl',
      'x-algolia-agent',
      'x-algolia-api-key',
      'x-algolia-application-id',
    ],
    exposeHeaders: ['ratelimit', 'ratelimit-policy', 'retry-after', 'x-request-id'],
    maxAge: DAY_MS / SECOND_MS,
  });
  return createMiddleware<AppEnv>(async (c, next) => {
    // Most requests have no origin. Hono's middleware would copy their whole response for one header.
    if (c.req.header('origin') !== undefined) return crossOrigin(c, next);
    c.header('vary', 'Origin');
    return next();
  });
}
