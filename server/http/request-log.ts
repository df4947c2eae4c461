import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { AppContext, AppEnv } from '@/server/context';
import type { Deps } from '@/server/deps';
import { logRequest, type RequestLine } from '@/server/base/log';

/** Measures and logs each request with method, route, status and duration; without parameters, query, body and IP address. */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const startedAtMs = performance.now();
  await next();
  const durationMs = performance.now() - startedAtMs;
  const request = { method: c.req.method, route: routeOf(c), status: c.res.status, durationMs };
  const { requestId, isNested } = c.var;
  if (isNested) logRequest(c.var.deps.logger, { ...request, requestId });
  else noteRequest(c.var.deps, { ...request, requestId });
});

/** Counts and logs a request that was answered. */
export function noteRequest(
  { logger, metrics }: Pick<Deps, 'logger' | 'metrics'>,
  request: RequestLine,
): void {
  metrics.noteRequest(request);
  logRequest(logger, request);
}

/**
 * The pattern of the path, such as `/api/users/:handle`. The path itself may name a person or contain a secret; so may
 * one that matches no route.
 */
export function routeOf(c: AppContext): string {
  const matched = matchedRoutes(c);
  // Middleware matches every method, and so do a few routes.
  const route =
    matched.find(({ method }) => method !== 'ALL') ?? matched.find(({ path }) => !path.includes('*'));
  return route?.path ?? '/*';
}
