import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { AppContext, AppEnv } from '@/server/context';

/** Logs each request with method, route, status and duration; without parameters, query, body and IP address. */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const { logger } = c.var.deps;
  if (!logger.isLevelEnabled('info')) return next();
  const startedAtMs = performance.now();
  await next();
  logger.info(
    {
      method: c.req.method,
      route: routeOf(c),
      status: c.res.status,
      durationMs: Math.round((performance.now() - startedAtMs) * 10) / 10,
    },
    'request',
  );
});

/**
 * The pattern of the path, such as `/api/users/:handle`. The path itself may name a person or contain a secret; so may
 * one that matches no route.
 */
export function routeOf(c: AppContext): string {
  // Middleware matches every method.
  return matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path ?? '/*';
}
