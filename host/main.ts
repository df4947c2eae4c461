import { provideInProcessFetch } from '@/lib/in-process';
import { fillDemo } from '@/server/cli/fill-demo';
import { loadEnv } from '@/server/env';
import { runProgram } from '@/server/cli/run-program';
import { requireMatchingBuild } from './build-stamp';
import { createFront } from './front';
import { openPages } from './pages';
import { runProcess } from './process';

/** The whole site, pages and product server, as one process on one port. */
await runProgram(async () => {
  const isDevelopment = process.argv.includes('--dev');
  const env = loadEnv();
  const { scriptHashes } = isDevelopment ? { scriptHashes: [] } : await requireMatchingBuild();
  const url = await runProcess({
    env,
    basePath: '/api',
    prepare: async (deps) => env.appEnv === 'demo' && (await fillDemo(deps)),
    async openFront(app, isDraining) {
      provideInProcessFetch(async (input, init) => app.fetch(new Request(input, init)));
      const pages = await openPages({ env, isDevelopment, scriptHashes });
      return {
        listener: createFront({ env, app, pages: pages.listener, isDraining }),
        close: () => pages.close(),
      };
    },
  });
  console.log(`${env.siteName} is ready at ${url}`);
});
