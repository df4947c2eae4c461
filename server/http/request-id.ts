import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '@/server/context';
import type { Deps } from '@/server/deps';

/** Gives every request its id, which the answer, an error's body and the log all carry, and the deps. */
export const requestId = (deps: Deps) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const id = randomUUID();
    c.set('deps', deps);
    c.set('requestId', id);
    // Before the answer is made: a header set afterwards costs a copy of the whole response.
    c.header('x-request-id', id);
    await next();
  });
