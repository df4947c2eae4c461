import type { Context } from 'hono';
import type { Deps } from './deps';

/** The types of `c.var` in a handler. */
export type AppEnv = {
  Variables: {
    deps: Deps;
    requestId: string;
    /** The request is part of another one, which is counted. */
    isNested: boolean;
  };
};

export type AppContext = Context<AppEnv>;
