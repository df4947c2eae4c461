// `node --import tsx` loads TypeScript in the main thread. In worker threads of Node 20, tsx must be registered again.
import { register } from 'tsx/esm/api';

register();
