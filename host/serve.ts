import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { provideInProcessFetch } from '@/lib/in-process';
import { createApp } from '@/server/app';
import { createControlApp } from '@/server/routes/control';
import type { Database } from '@/server/db/client';
import type { Deps } from '@/server/deps';
import { startJobs } from '@/server/jobs/job-runner';
import { JOBS } from '@/server/jobs/jobs';
import { startSearchOutbox } from '@/server/jobs/search-outbox';
import { listenControlSocket } from './control-socket';
import { drainOnSignal } from './drain';
import { addressOf, listen } from './listen';
import { openPages } from './pages';
import { setSecurityHeaders } from './security-headers';

type Serving = { deps: Deps; database: Database; isDevelopment: boolean };

/** The calls that reach the product server without Next in between. */
const productServerPath = /^\/(api|1|healthz|readyz)(?=[/?]|$)/;

/** The whole site as one process on one port. Resolves with its address once it answers. */
export async function serveSite({ deps, database, isDevelopment }: Serving): Promise<string> {
  const { env, logger } = deps;
  const searchOutbox = await startSearchOutbox(deps);
  const jobs = startJobs(deps, JOBS);
  let isDraining = false;
  const app = createApp(deps, { basePath: '/api', isDraining: () => isDraining });
  provideInProcessFetch(async (input, init) => app.fetch(new Request(input, init)));

  const pages = await openPages({ isDevelopment });
  const answerCall = getRequestListener(app.fetch);
  const listener: RequestListener = (req, res) => {
    setSecurityHeaders(res);
    if (isDraining) res.setHeader('connection', 'close');
    if (productServerPath.test(req.url ?? '')) void answerCall(req, res);
    else pages.listener(req, res);
  };
  const server = await listen(listener, env);
  // With PostgreSQL the commands of the terminal open the database themselves.
  const control =
    database.kind === 'pglite' ? await listenControlSocket(createControlApp(deps), env.dataDir) : undefined;
  pages.attachUpgrade(server);
  drainOnSignal({
    server,
    logger,
    env,
    onStart: () => {
      isDraining = true;
    },
    close: async () => {
      await control?.close();
      await pages.close();
      await jobs.stop();
      await searchOutbox.stop();
      await database.close();
    },
  });
  return addressOf(server, env);
}
