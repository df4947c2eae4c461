import { Hono } from 'hono';
import type { AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { isDatabaseReachable } from '@/server/queries/operations';
import { VERSION } from '@/server/version';

const headers = { 'cache-control': 'private, no-store' };

/** Whether the process is alive, and whether it is ready for requests. */
export function createHealthRoutes({ isDraining }: { isDraining: () => boolean }) {
  return new Hono<AppEnv>()
    .get('/healthz', (c) => c.json({ isError: false, version: VERSION }, 200, headers))
    .get('/readyz', async (c) => {
      if (isDraining())
        throw new ApiError('unavailable', 'The server is shutting down.', { retryAfterSeconds: 5 });
      if (!(await isDatabaseReachable(c.var.deps.db))) {
        throw new ApiError('unavailable', 'The database cannot be reached.', { retryAfterSeconds: 5 });
      }
      return c.json({ isError: false }, 200, headers);
    });
}
