import type { Context } from 'hono';
import type { Deps } from './deps';

/** What a handler finds in `c.var`. */
export type AppEnv = {
  Variables: {
    deps: Deps;
    requestId: string;
  };
};

export type AppContext = Context<AppEnv>;
