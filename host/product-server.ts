import { getRequestListener } from '@hono/node-server';
import { loadEnv } from '@/server/env';
import { runProgram } from '@/server/cli/run-program';
import { runProcess } from './process';

/** The product server without the pages, at the root of its own URL. */
await runProgram(async () => {
  const url = await runProcess({
    env: loadEnv(),
    basePath: '/',
    openFront(app) {
      const answer = getRequestListener(app.fetch);
      return { listener: (req, res) => void answer(req, res) };
    },
  });
  console.log(`The product server is ready at ${url}`);
});
