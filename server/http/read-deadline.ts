import { createMiddleware } from 'hono/factory';
import type { AppContext, AppEnv } from '@/server/context';
import { withDeadline } from '@/server/deadline';

/** With the time for the response, a read ends within 3 seconds. */
const PUBLIC_READ_LIMIT_MS = 2_800;

/** Limits the time that the queries of a public read take together. Any other query has its own limit. */
export const readDeadline = createMiddleware<AppEnv>((c, next) =>
  isPublicRead(c) ? withDeadline(PUBLIC_READ_LIMIT_MS, next) : next(),
);

/** Algolia's clients search by POST. */
function isPublicRead({ req }: AppContext): boolean {
  const isRead = req.method === 'GET' || req.method === 'HEAD' || req.path.startsWith('/1/indexes/');
  return isRead && req.header('accessToken') === undefined;
}
