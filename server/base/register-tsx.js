// `node --import tsx` loads TypeScript in the main thread. In worker threads of Node 20, tsx must be registered again.
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

// Of the project, also for a process that runs in another folder.
register({ tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)) });
