import { Hono } from 'hono';
import { listTagsCall } from '@/lib/contract/tag';
import type { AppEnv } from '@/server/context';
import { endpoint } from '@/server/http/endpoint';
import { addSources } from '@/server/http/public-changes';
import { listUsedTags } from '@/server/queries/products/tags';

export const tagRoutes = new Hono<AppEnv>();

endpoint(
  tagRoutes,
  listTagsCall,
  async (c) => {
    addSources({ isFromTags: true });
    return { tags: await listUsedTags(c.var.deps.db) };
  },
  { isPublic: true },
);
