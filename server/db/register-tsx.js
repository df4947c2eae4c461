// `node --import tsx` reads TypeScript in the main thread; in the threads of Node 20 it has to be asked.
import { register } from 'tsx/esm/api';

register();
