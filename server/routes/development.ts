import { Hono } from 'hono';
import type { AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { isDevelopmentRequest } from '@/server/http/local-request';
import { listOutbox, outboxFolder } from '@/server/mail/mail';

/** The emails that the embedded mail service kept instead of sending, for the developer at this machine alone. */
export const developmentRoutes = new Hono<AppEnv>().get('/dev/outbox', async (c) => {
  const { dataDir, smtp } = c.var.deps.env;
  if (smtp || !isDevelopmentRequest(c)) throw new ApiError('not_found', 'There is no such call.');
  c.header('cache-control', 'private, no-store');
  return c.json({ isError: false, messages: await listOutbox(outboxFolder(dataDir)) });
});
