import { Hono } from 'hono';
import { CALLS } from '@/lib/contract/calls';
import type { AppEnv } from '@/server/context';
import { siteLocation } from '@/server/http/endpoint';
import { presentOpenAPI } from '@/server/presenters/openapi';

const headers = { 'cache-control': 'public, max-age=300' };

/** The contract for programs. The page for people is one of the site. */
export const docsRoutes = new Hono<AppEnv>()
  .get('/openapi.json', (c) => c.json(presentOpenAPI(CALLS, c.var.deps.env), 200, headers))
  .get('/docs', (c) => c.redirect(siteLocation(c, '/developers'), 308));
