import { loadServingEnv } from '@/server/config/env-file';
import { createFront } from './front';
import { runProcess } from './process';

/** The product server without the pages, at the root of its own URL. */
export async function serveAPI(): Promise<undefined> {
  const env = loadServingEnv();
  const url = await runProcess({
    env,
    basePath: '/',
    openFront: (app, { isDraining, ...deps }) => ({ listener: createFront({ deps, app, isDraining }) }),
  });
  console.log(`The product server is ready at ${url}`);
}
