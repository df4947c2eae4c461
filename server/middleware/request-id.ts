import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '@/server/context';
import type { Deps } from '@/server/deps';

/** Gives every request its id, which the answer, an error's body and the log all carry, and the deps. */
export const requestId = (deps: Deps) =>
  createMiddleware<AppEnv>(async (c, next) => {
    c.set('deps', deps);
    c.set('requestId', randomUUID());
    await next();
    c.header('x-request-id', c.var.requestId);
  });
