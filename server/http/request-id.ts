import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '@/server/context';
import type { Deps } from '@/server/deps';
import type { ServerEnv } from '@/server/config/env';
import { currentRequestId, runWithRequestId } from '@/server/base/log';

/** The characters of UUIDs, ULIDs, base64 and the trace ids of common load balancers. */
const WELL_FORMED = /^[\w.:=+/-]{1,128}$/;

/**
 * Gives every request the dependencies and an id, which the response, a failure's body and the log contain. A call
 * that a page makes within this process has the id of the request for the page.
 */
export const requestId = (deps: Deps) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const outerId = currentRequestId();
    const id = outerId ?? chooseRequestId(c.req.header('x-request-id'), deps.env);
    c.set('deps', deps);
    c.set('requestId', id);
    c.set('isNested', outerId !== undefined);
    // Set before the response exists: a header set afterwards copies the whole response.
    c.header('x-request-id', id);
    await runWithRequestId(id, next);
  });

/** Keeps the id that a trusted proxy gave, so that its log and this one agree. Anyone else's is replaced. */
export function chooseRequestId(
  given: string | string[] | undefined,
  { trustedProxyHops }: Pick<ServerEnv, 'trustedProxyHops'>,
): string {
  return trustedProxyHops > 0 && typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
}
