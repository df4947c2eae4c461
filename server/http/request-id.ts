import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '@/server/context';
import type { Deps } from '@/server/deps';

/** Gives every request the dependencies and an id, which the response, a failure's body and the log contain. */
export const requestId = (deps: Deps) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const id = randomUUID();
    c.set('deps', deps);
    c.set('requestId', id);
    // Set before the response exists: a header set afterwards copies the whole response.
    c.header('x-request-id', id);
    await next();
  });
