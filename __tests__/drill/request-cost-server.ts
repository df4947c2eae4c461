import { createFront } from '@/host/front';
import { runProcess } from '@/host/process';
import { runProgram } from '@/server/cli/run-program';
import { loadServingEnv } from '@/server/env';
import { buildProduct } from '../setup/build';

const PRODUCTS = 300;
const TAGS = ['React', 'Design', 'Developer Tools', 'Editors'];
/** As long as a member may make it. */
const DESCRIPTION = 'react and a tool '.repeat(290);

/** As `npm run server` below `/api`, with products whose descriptions match every search. */
await runProgram(async () => {
  const env = loadServingEnv();
  await runProcess({
    env,
    basePath: '/api',
    async prepare({ db }) {
      for (let count = 0; count < PRODUCTS; count += 1)
        await buildProduct(db, { tags: TAGS, description: DESCRIPTION });
    },
    openFront: (app, { isDraining, ...deps }) => ({ listener: createFront({ deps, app, isDraining }) }),
  });
});
