import { Hono } from 'hono';
import { listTagsCall } from '@/lib/contract/tag';
import type { AppEnv } from '@/server/context';
import { endpoint } from '@/server/http/endpoint';
import { listUsedTags } from '@/server/queries/products/tags';

export const tagRoutes = new Hono<AppEnv>();

endpoint(tagRoutes, listTagsCall, async (c) => ({ tags: await listUsedTags(c.var.deps.db) }), {
  isPublic: true,
});
