import { Hono } from 'hono';
import { listTagsCall } from '@/lib/contract/tag';
import type { AppEnv } from '@/server/context';
import { answer } from '@/server/middleware/answer';
import { listUsedTags } from '@/server/queries/tags';

export const tagRoutes = new Hono<AppEnv>();

answer(tagRoutes, listTagsCall, async (c) => ({ tags: await listUsedTags(c.var.deps.db) }), {
  isPublic: true,
});
