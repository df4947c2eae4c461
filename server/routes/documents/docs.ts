import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { CALLS } from '@/lib/contract/calls';
import type { AppEnv } from '@/server/context';
import { siteLocation } from '@/server/http/endpoint';
import { sendCompressed } from '@/server/http/send-compressed';
import { presentOpenAPI } from '@/server/presenters/openapi';
import type { ServerEnv } from '@/server/config/env';

const headers = { 'cache-control': 'public, max-age=300', 'content-type': 'application/json' };

/** Made once for each configuration: to make one takes 50 ms. */
const documents = new WeakMap<ServerEnv, string>();

function openAPIDocument(env: ServerEnv): string {
  const document = documents.get(env) ?? JSON.stringify(presentOpenAPI(CALLS, env));
  documents.set(env, document);
  return document;
}

/** The contract for programs. The page for people is one of the site. */
export const docsRoutes = new Hono<AppEnv>()
  .use('/openapi.json', etag())
  .get('/openapi.json', (c) => sendCompressed(c, openAPIDocument(c.var.deps.env), headers))
  .get('/docs', (c) => c.redirect(siteLocation(c, '/developers'), 308));
