import { getRequestListener } from '@hono/node-server';
import { createApp } from '@/server/app';
import { loadEnv } from '@/server/env';
import { openDeps } from '@/server/open-deps';
import { drainOnSignal } from './drain';
import { addressOf, listen } from './listen';
import { startOrExplain } from './start-or-explain';

/** The product server alone, at the root of its own address. */
await startOrExplain(async () => {
  const env = loadEnv();
  const { deps, database } = await openDeps(env);
  let isDraining = false;
  const app = createApp(deps, { basePath: '/', isDraining: () => isDraining });
  const answerCall = getRequestListener(app.fetch);
  const server = await listen((req, res) => void answerCall(req, res), env);
  drainOnSignal({
    server,
    logger: deps.logger,
    env,
    onStart: () => {
      isDraining = true;
    },
    close: () => database.close(),
  });
  console.log(`The product server answers at ${addressOf(server, env)}`);
});
