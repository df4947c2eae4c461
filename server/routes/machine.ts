import * as z from 'zod/mini';
import { Hono } from 'hono';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { isDatabaseReachable, readQueues } from '@/server/queries/operations';
import { VERSION } from '@/server/version';
import { countMore } from '@/server/http/every-call';
import { isDevelopmentRequest, mayReadMetrics, sourceOf } from '@/server/http/local-request';
import { etag } from 'hono/etag';
import { CALLS } from '@/lib/contract/calls';
import { siteLocation } from '@/server/http/endpoint';
import { readBody } from '@/server/http/request-body';
import { sendCompressed } from '@/server/http/send-compressed';
import { presentOpenAPI } from '@/server/presenters/openapi';
import type { ServerEnv } from '@/server/config/env';
import type { createMcpServing } from '@/server/routes/documents/mcp-server';
import type { Ask } from '@/server/routes/documents/tool-answers';
import { listOutbox, outboxFolder } from '@/server/mail/mail';
import { textsLanguage } from '@/lib/texts/language';
import { text, withoutIsolates } from '@/lib/texts/texts';

const uncached = { 'cache-control': 'private, no-store' };

/** Whether the process is alive, whether it is ready for requests, and what it measures. */
export function createProbeRoutes({ isDraining }: { isDraining: () => boolean }) {
  return new Hono<AppEnv>()
    .get('/healthz', (c) => c.json({ isError: false, version: VERSION }, 200, uncached))
    .get('/readyz', async (c) => {
      if (isDraining())
        throw new ApiError('unavailable', text('server.shuttingDown', 'The server is shutting down.'), {
          retryAfterSeconds: 5,
        });
      if (!(await isDatabaseReachable(c.var.deps.db))) {
        throw new ApiError(
          'unavailable',
          text('server.databaseUnreachable', 'The database cannot be reached.'),
          { retryAfterSeconds: 5 },
        );
      }
      return c.json({ isError: false }, 200, uncached);
    })
    .get('/metrics', async (c) => {
      const { db, env, metrics, now } = c.var.deps;
      // For everyone but Prometheus, the path does not exist.
      if (!mayReadMetrics(sourceOf(c), env)) return c.notFound();
      const text = await metrics.read(() => readQueues(db, now()));
      return c.body(text, 200, { 'content-type': metrics.contentType, ...uncached });
    });
}

const documentHeaders = { 'cache-control': 'public, max-age=300', 'content-type': 'application/json' };

/** Made once for each configuration: to make one takes 50 ms. */
const documents = new WeakMap<ServerEnv, string>();

function openAPIDocument(env: ServerEnv): string {
  const document = documents.get(env) ?? withoutIsolates(JSON.stringify(presentOpenAPI(CALLS, env)));
  documents.set(env, document);
  return document;
}

/** The contract for programs, and what the developer at this machine alone may see. */
export const machineCallRoutes = new Hono<AppEnv>()
  .use('/openapi.json', etag())
  .get('/openapi.json', (c) =>
    sendCompressed(c, openAPIDocument(c.var.deps.env), {
      ...documentHeaders,
      'content-language': textsLanguage(),
    }),
  )
  .get('/docs', (c) => c.redirect(siteLocation(c, '/developers'), 308))
  // The emails that the embedded mail service kept instead of sending.
  .get('/dev/outbox', async (c) => {
    const { dataDir, smtp } = c.var.deps.env;
    if (smtp || !isDevelopmentRequest(c))
      throw new ApiError('not_found', text('call.unknown', 'There is no such call.'));
    return c.json({ isError: false, messages: await listOutbox(outboxFolder(dataDir)) }, 200, uncached);
  });

const MESSAGE = { body: z.unknown(), bodyTypes: ['application/json'], bodyBytesMax: 64 * 1024 } as const;

/** A list of messages would count as one request. The protocol has had no lists since its version 2025-06-18. */
const readMessage = (c: AppContext) =>
  readBody(c, MESSAGE).then(
    (message) =>
      Array.isArray(message)
        ? new ApiError('bad_request', text('mcp.oneMessageAtATime', 'Send one message at a time.'))
        : message,
    (error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    },
  );

const refuseMessage = (c: AppContext, { message, status }: ApiError) =>
  c.json({ jsonrpc: '2.0', id: null, error: { code: -32600, message } }, status);

/**
 * The directory for agents.
 *
 * @param ownCall answers a call of this server on behalf of the same client, so that its limits count.
 */
export function createMcpRoutes(ownCall: (c: AppContext) => Ask): Hono<AppEnv> {
  let loading: Promise<ReturnType<typeof createMcpServing>> | undefined;
  const routes = new Hono<AppEnv>();
  routes.all('/mcp', async (c) => {
    // Most sites meet no agent for days, and the library takes 25 MB.
    loading ??= import('@/server/routes/documents/mcp-server').then(({ createMcpServing }) =>
      createMcpServing(c.var.deps),
    );
    const serve = await loading;
    // For each message, the library creates a server with all tools.
    await countMore(c, ['requestByAddress'], 2);
    const message = c.req.method === 'POST' ? await readMessage(c) : undefined;
    return message instanceof ApiError ? refuseMessage(c, message) : serve(c.req.raw, message, ownCall(c));
  });
  return routes;
}
