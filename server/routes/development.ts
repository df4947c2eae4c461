import { Hono } from 'hono';
import type { AppEnv } from '@/server/context';
import { ApiError } from '@/server/errors';
import { listOutbox, outboxFolder } from '@/server/mail';

/** The emails that the embedded mail service kept instead of sending. Only in development and the demo. */
export const developmentRoutes = new Hono<AppEnv>().get('/dev/outbox', async (c) => {
  const { appEnv, dataDir, smtp } = c.var.deps.env;
  if (appEnv === 'production' || smtp) throw new ApiError('not_found', 'There is no such call.');
  c.header('cache-control', 'private, no-store');
  return c.json({ isError: false, messages: await listOutbox(outboxFolder(dataDir)) });
});
