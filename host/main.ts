import { provideInProcessFetch } from '@/lib/in-process';
import { fillDemo } from '@/server/cli/fill-demo';
import { loadServingEnv } from '@/server/env';
import { runProgram } from '@/server/cli/run-program';
import { isLoopbackName } from '@/server/identity/identity-config';
import { requireMatchingBuild } from './build-stamp';
import { createFront } from './front';
import { openPages } from './pages';
import { runProcess } from './process';

/** The whole site, pages and product server, as one process on one port. */
await runProgram(async () => {
  const isDevelopment = process.argv.includes('--dev');
  const env = loadServingEnv();
  const { scriptHashes } = isDevelopment ? { scriptHashes: [] } : await requireMatchingBuild();
  const url = await runProcess({
    env,
    basePath: '/api',
    prepare: async (deps) => env.appEnv === 'demo' && (await fillDemo(deps)),
    async openFront(app, { isDraining, logger, publicChanges, cursorSigner, rateLimits }) {
      provideInProcessFetch(async (input, init) => app.fetch(new Request(input, init)));
      const pages = await openPages({
        env,
        isDevelopment,
        scriptHashes,
        logger,
        publicChanges,
        checkCursor: (cursor) => cursorSigner.check(cursor),
        rateLimits,
      });
      return {
        listener: createFront({
          env,
          app,
          pages: pages.listener,
          answerStored: pages.answerStored,
          isDraining,
        }),
        close: () => pages.close(),
      };
    },
  });
  console.log(`${env.siteName} is ready at ${url}`);
  if (env.appEnv === 'production' && isLoopbackName(new URL(env.siteURL).hostname)) {
    console.log(
      `NEXT_PUBLIC_SITE_URL is ${env.siteURL}, which only this machine can open. Before you publish the site, set it to the site's public URL and build again.`,
    );
  }
});
