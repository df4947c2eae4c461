import { Hono } from 'hono';
import type { AppEnv } from '@/server/context';
import { mayReadMetrics, sourceOf } from '@/server/http/local-request';
import { readQueues } from '@/server/queries/operations';

/** What the process measures, for Prometheus. For everyone else, the path does not exist. */
export const metricsRoutes = new Hono<AppEnv>().get('/metrics', async (c) => {
  const { db, env, metrics, now } = c.var.deps;
  if (!mayReadMetrics(sourceOf(c), env)) return c.notFound();
  const text = await metrics.read(() => readQueues(db, now()));
  return c.body(text, 200, { 'content-type': metrics.contentType, 'cache-control': 'private, no-store' });
});
