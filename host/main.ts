import { runWithEnoughFiles } from './open-files';

/** The whole site. */
await runWithEnoughFiles(() => import('./site'));
