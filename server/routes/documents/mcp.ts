import { Hono } from 'hono';
import type { AppContext, AppEnv } from '@/server/context';
import type { Ask, createMcpServing } from './mcp-server';

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
    loading ??= import('./mcp-server').then(({ createMcpServing }) => createMcpServing(c.var.deps));
    const serve = await loading;
    return serve(c.req.raw, ownCall(c));
  });
  return routes;
}
