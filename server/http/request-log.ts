import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '@/server/context';

/** Logs each request with method, path, status and duration; without query, body and IP address. */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const { logger } = c.var.deps;
  if (!logger.isLevelEnabled('info')) return next();
  const startedAtMs = performance.now();
  await next();
  logger.info(
    {
      requestId: c.var.requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      durationMs: Math.round((performance.now() - startedAtMs) * 10) / 10,
    },
    'request',
  );
});
