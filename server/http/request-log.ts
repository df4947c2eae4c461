import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { AppContext, AppEnv } from '@/server/context';
import type { Deps } from '@/server/deps';
import type { ServerEnv } from '@/server/config/env';
import { currentRequestId, logRequest, type RequestLine, runWithRequestId } from '@/server/base/log';
import { matchedRoutes } from 'hono/route';

/** The characters of UUIDs, ULIDs, base64 and the trace ids of common load balancers. */
const WELL_FORMED = /^[\w.:=+/-]{1,128}$/;

/**
 * Gives every request the dependencies and an id, which the response, a failure's body and the log contain. A call
 * that a page makes within this process has the id of the request for the page.
 */
export const requestId = (deps: Deps) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const outerId = currentRequestId();
    const id = outerId ?? chooseRequestId(c.req.header('x-request-id'), deps.env);
    c.set('deps', deps);
    c.set('requestId', id);
    c.set('isNested', outerId !== undefined);
    // Set before the response exists: a header set afterwards copies the whole response.
    c.header('x-request-id', id);
    await runWithRequestId(id, next);
  });

/** Keeps the id that a trusted proxy gave, so that its log and this one agree. Anyone else's is replaced. */
export function chooseRequestId(
  given: string | string[] | undefined,
  { trustedProxyHops }: Pick<ServerEnv, 'trustedProxyHops'>,
): string {
  return trustedProxyHops > 0 && typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
}

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
