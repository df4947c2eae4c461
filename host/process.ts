import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { createApp } from '@/server/app';
import { createControlApp } from '@/server/control/control-app';
import { createDeps } from '@/server/create-deps';
import type { Deps } from '@/server/deps';
import type { ServerEnv } from '@/server/config/env';
import { startJobs } from '@/server/jobs/job-runner';
import { JOBS } from '@/server/jobs/jobs';
import { startSearchOutbox } from '@/server/jobs/search-outbox';
import { createRequestGate, drainOnSignal } from './drain';
import { listenControlSocket, urlOf, listen } from './listen';
import { provideCatalog } from '@/lib/texts/language';
import { loadCatalog } from './texts/catalogs';

/** What a process serves on its port. */
type Front = {
  listener: RequestListener;
  /** Called after the last request. */
  close?: () => Promise<void>;
};

type ProcessOptions = {
  env: ServerEnv;
  /** Whether the process survives an error that nothing caught, as in development, where pages are edited. */
  survivesErrors?: boolean;
  /** False beside a product server elsewhere: the files of images are there, and tasks run where their files are. */
  runsJobs?: boolean;
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
 * on SIGTERM or SIGINT, or in a state that only a new process gets out of: then it exits with 1, so that its supervisor
 * starts it again.
 *
 * @returns the URL to open in a browser, once the process answers requests.
 */
export async function runProcess({
  env,
  survivesErrors = false,
  runsJobs = true,
  basePath,
  prepare,
  openFront,
}: ProcessOptions): Promise<string> {
  // Before anything that says a text, or starts a worker that does.
  const isTrial = env.appEnv !== 'production';
  const texts = await loadCatalog({ ...env, isTrial, isDevelopment: survivesErrors });
  provideCatalog(texts?.catalog);
  const { deps, database } = await createDeps(env);
  if (!texts && !/^en\b/.test(env.siteLanguage))
    deps.logger.info(`There is no catalog for ${env.siteLanguage}, so the texts are in English.`);
  for (const fault of texts?.faults ?? []) deps.logger.warn({ fault }, 'A text stays in English.');
  let end: () => void = () => process.exit(1);
  watchUncaughtErrors(deps.logger, () => {
    if (!survivesErrors) end();
  });
  void database.lost.then((reason) => {
    deps.logger.fatal(`${reason} The process ends, so that its supervisor starts it anew.`);
    end();
  });
  deps.metrics.watchProcess();
  await prepare?.(deps);
  const searchOutbox = await startSearchOutbox(deps);
  // Before the jobs, of which one is a terminal command. With PostgreSQL, these open the database themselves.
  const control =
    database.kind === 'pglite' ? await listenControlSocket(createControlApp(deps), env.dataDir) : undefined;
  const jobs = startJobs(deps, runsJobs ? JOBS : []);

  let isDraining = false;
  const app = createApp(deps, { basePath, isDraining: () => isDraining });
  const front = await openFront(app, { ...deps, isDraining: () => isDraining });
  const gate = createRequestGate(front.listener);
  const server = await listen(gate.listener, env);
  end = drainOnSignal({
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
 * An exception may leave anything half done, so the process ends, as in Node.js, even if other code listens for
 * exceptions, as Next.js does. A rejection that nothing caught is the end of one piece of work; a request that could cause one must not end the
 * process for all others.
 */
function watchUncaughtErrors(logger: Logger, end: () => void): void {
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'Nothing caught an error.');
    end();
  });
  process.on('unhandledRejection', (reason) => {
    logger.error({ err: reason }, 'Nothing caught the rejection of a promise.');
  });
}
