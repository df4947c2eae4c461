import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { createApp } from '@/server/app';
import { createControlApp } from '@/server/control/control-app';
import { createDeps } from '@/server/create-deps';
import type { Deps } from '@/server/deps';
import type { ServerEnv } from '@/server/env';
import { startJobs } from '@/server/jobs/job-runner';
import { JOBS } from '@/server/jobs/jobs';
import { startSearchOutbox } from '@/server/jobs/search-outbox';
import { listenControlSocket } from './control-socket';
import { createRequestGate, drainOnSignal } from './drain';
import { urlOf, listen } from './listen';

/** What a process serves on its port. */
type Front = {
  listener: RequestListener;
  /** Called after the last request. */
  close?: () => Promise<void>;
};

type ProcessOptions = {
  env: ServerEnv;
  /** Where the API is mounted. */
  basePath: '/' | '/api';
  /** Runs on the open database, before anything is served. */
  prepare?: (deps: Deps) => Promise<unknown>;
  openFront: (
    app: ReturnType<typeof createApp>,
    parts: Deps & { isDraining: () => boolean },
  ) => Promise<Front> | Front;
};

/**
 * Runs one process of the product server: opens the database, starts the jobs, listens, and closes everything again
 * on SIGTERM or SIGINT.
 *
 * @returns the URL to open in a browser, once the process answers requests.
 */
export async function runProcess({ env, basePath, prepare, openFront }: ProcessOptions): Promise<string> {
  const { deps, database } = await createDeps(env);
  logUncaughtErrors(deps.logger);
  deps.metrics.watchProcess();
  await prepare?.(deps);
  const searchOutbox = await startSearchOutbox(deps);
  const jobs = startJobs(deps, JOBS);

  let isDraining = false;
  const app = createApp(deps, { basePath, isDraining: () => isDraining });
  const front = await openFront(app, { ...deps, isDraining: () => isDraining });
  const gate = createRequestGate(front.listener);
  const server = await listen(gate.listener, env);
  // With PostgreSQL, terminal commands open the database themselves.
  const control =
    database.kind === 'pglite' ? await listenControlSocket(createControlApp(deps), env.dataDir) : undefined;
  drainOnSignal({
    server,
    gate,
    logger: deps.logger,
    env,
    onStart: () => {
      isDraining = true;
    },
    close: async () => {
      await control?.close();
      await front.close?.();
      await jobs.stop();
      await searchOutbox.stop();
      await deps.textWorkers.close();
      await deps.imageWorkers.close();
      await deps.cardWorkers.close();
      await database.close();
    },
  });
  return urlOf(server, env);
}

/**
 * Logs errors that nothing caught, because Node.js would print their messages.
 *
 * An exception ends the process, as in Node.js, unless another part of it listens for exceptions, as Next.js does.
 */
function logUncaughtErrors(logger: Logger): void {
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'Nothing caught an error.');
    if (process.listenerCount('uncaughtException') === 1) process.exit(1);
  });
  process.on('unhandledRejection', (reason) => {
    logger.error({ err: reason }, 'Nothing caught the rejection of a promise.');
  });
}
