import { fillDemo } from '@/server/cli/fill-demo';
import { loadEnv } from '@/server/env';
import { createDeps } from '@/server/create-deps';
import { requireMatchingBuild } from './build-stamp';
import { serveSite } from './serve';
import { startOrExplain } from './start-or-explain';

await startOrExplain(async () => {
  const isDevelopment = process.argv.includes('--dev');
  const env = loadEnv();
  if (!isDevelopment) await requireMatchingBuild();
  const { deps, database } = await createDeps(env);
  if (env.appEnv === 'demo') await fillDemo(deps);
  const address = await serveSite({ deps, database, isDevelopment });
  console.log(`${env.siteName} is ready at ${address}`);
});
