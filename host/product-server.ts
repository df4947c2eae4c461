import { getRequestListener } from '@hono/node-server';
import { createApp } from '@/server/app';
import { loadEnv } from '@/server/env';
import { startJobs } from '@/server/jobs/job-runner';
import { JOBS } from '@/server/jobs/jobs';
import { startSearchOutbox } from '@/server/jobs/search-outbox';
import { createDeps } from '@/server/create-deps';
import { createControlApp } from '@/server/routes/control';
import { listenControlSocket } from './control-socket';
import { drainOnSignal } from './drain';
import { addressOf, listen } from './listen';
import { startOrExplain } from './start-or-explain';

/** The product server alone, at the root of its own address. */
await startOrExplain(async () => {
  const env = loadEnv();
  const { deps, database } = await createDeps(env);
  const searchOutbox = await startSearchOutbox(deps);
  const jobs = startJobs(deps, JOBS);
  let isDraining = false;
  const app = createApp(deps, { basePath: '/', isDraining: () => isDraining });
  const answerCall = getRequestListener(app.fetch);
  const server = await listen((req, res) => void answerCall(req, res), env);
  const control =
    database.kind === 'pglite' ? await listenControlSocket(createControlApp(deps), env.dataDir) : undefined;
  drainOnSignal({
    server,
    logger: deps.logger,
    env,
    onStart: () => {
      isDraining = true;
    },
    close: async () => {
      await control?.close();
      await jobs.stop();
      await searchOutbox.stop();
      await database.close();
    },
  });
  console.log(`The product server answers at ${addressOf(server, env)}`);
});
