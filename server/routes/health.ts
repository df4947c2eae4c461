import { Hono } from 'hono';
import type { AppEnv } from '@/server/context';
import { ApiError } from '@/server/errors';
import { isDatabaseReachable } from '@/server/queries/health';

/** Whether the process is alive, and whether it should be sent visitors. */
export function createHealthRoutes({ isDraining }: { isDraining: () => boolean }) {
  return new Hono<AppEnv>()
    .use(async (c, next) => {
      await next();
      c.header('cache-control', 'private, no-store');
    })
    .get('/healthz', (c) => c.json({ isError: false }))
    .get('/readyz', async (c) => {
      if (isDraining()) throw new ApiError('unavailable', 'The server is shutting down.', { retryAfterSeconds: 5 });
      if (!(await isDatabaseReachable(c.var.deps.db))) {
        throw new ApiError('unavailable', 'The database cannot be reached.', { retryAfterSeconds: 5 });
      }
      return c.json({ isError: false });
    });
}
