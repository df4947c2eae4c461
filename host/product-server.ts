import { runWithEnoughFiles } from './open-files';

/** The product server without the pages. */
await runWithEnoughFiles(() => import('./api'));
