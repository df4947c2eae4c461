import * as z from 'zod/mini';
import type { Deps } from '@/server/deps';

export type ControlDeps = Pick<Deps, 'db' | 'env' | 'now' | 'settings' | 'setupLinks' | 'textWorkers'>;

/** One command of the control socket: what it takes, what it answers and what it does. */
export type ControlCommand<Request, Answer> = {
  path: string;
  request: z.ZodMiniType<Request>;
  answer: z.ZodMiniType<Answer>;
  run: (deps: ControlDeps, request: Request) => Promise<Answer>;
};

export const define = <Request, Answer>(command: ControlCommand<Request, Answer>) => command;

export const nothing = z.object({});
